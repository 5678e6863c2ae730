// A part of a page with its heading, before what is put into it.
export default {
  template: `<component :is="tag"><component :is="head" :id="headId">{{ title }}</component><slot></slot></component>`,
  props: { tag: String, head: String, headId: String, title: String },
};
