import Handlebars from 'handlebars';

export interface Templates {
  /** Renders the template of that name; a misspelt field fails instead of printing nothing. */
  readonly render: (name: string, view: object) => string;
}

/** Compiles each template on first use and keeps it: in watch mode only what changed is compiled again. */
export function makeTemplates(texts: ReadonlyMap<string, string>): Templates {
  const compiled = new Map<string, Handlebars.TemplateDelegate>();
  const compile = (name: string): Handlebars.TemplateDelegate => {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`there is no template ${name}.hbs`);
    // noEscape: this is TypeScript and Markdown, not HTML.
    return Handlebars.compile(text, { noEscape: true, strict: true, knownHelpersOnly: true });
  };
  return {
    render: (name, view) => {
      const template = compiled.get(name) ?? compile(name);
      compiled.set(name, template);
      return template(view);
    },
  };
}
