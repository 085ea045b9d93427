import type { Emitter } from '../emitter';
import { errorsPage } from './errors';
import { eventsPage } from './events';
import { modelsPage } from './models';
import { readmePage } from './readme';
import { resourcePage } from './resources';
import { buildSite } from './site';
import { versionPages } from './versions';

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
