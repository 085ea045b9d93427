import { defineModule } from './define-module';
import { reloadInterface } from './interface-modules';

/** Parts of every server that show as modules: they always run, and what they have to reload is configuration. */
export const coreModules = {
  acl: defineModule('Named ACL system', { isBuiltIn: true, reload: reloadInterface }),
  dsp: defineModule('DSP', {
    isBuiltIn: true,
    reload: ({ configuration, media }) => media.reread.detection(configuration.read().config),
  }),
  features: defineModule('Call Features', {
    isBuiltIn: true,
    applications: ['Bridge'],
    reload: ({ configuration, calls }) => {
      calls.plan.features.current = configuration.read().config.features;
    },
  }),
  http: defineModule('Built-in HTTP Server', { isBuiltIn: true, reload: reloadInterface }),
  indications: defineModule('Indication Tone Handling', {
    isBuiltIn: true,
    reload: ({ configuration, media }) => media.reread.tones(configuration.read().config),
  }),
  logger: defineModule('Logger', {
    isBuiltIn: true,
    reload: ({ configuration, logs }) => logs.reconfigure(configuration.read().config.logger),
  }),
  manager: defineModule('Asterisk Manager Interface', {
    isBuiltIn: true,
    reload: (parts) => {
      reloadInterface(parts);
      const { manager, cel } = parts.configuration.read().config;
      parts.manager.reconfigureCel(cel);
      return parts.manager.reconfigure(manager);
    },
  }),
};
