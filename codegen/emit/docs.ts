import type { Emitter } from './emitter';
import { errorsPage } from './docs-errors';
import { eventsPage } from './docs-events';
import { modelsPage } from './docs-models';
import { readmePage } from './docs-readme';
import { resourcePage } from './docs-resources';
import { buildSite } from './docs-site';
import { versionPages } from './docs-versions';

/** The reference for integrators: Markdown pages under `docs/api/` that link to each other. */
export const emitDocs: Emitter = (model, templates) => {
  const site = buildSite(model, templates);
  return [
    readmePage(site),
    ...model.resources.map((resource) =>
      resource === site.eventResource ? eventsPage(resource, site) : resourcePage(resource, site),
    ),
    modelsPage(site),
    errorsPage(site),
    ...versionPages(site),
  ];
};
