import { describeModuleFailure } from '../../modules/module-results';
import { failure, success } from '../protocol/response';
import { action } from './action-row';
import { needed, oneOf, optional } from './parameters';

/** Modules and the configuration. */
export const administrationActions = [
  action('Reload', 'Reads the configuration again.', {
    classes: ['system', 'config'],
    parameters: { module: optional('Module', 'A module; without it, all that can be reloaded.') },
    answer: 'Nothing more. The event Reload follows.',
    run: async ({ module: name }, { services }) => {
      if (name === '') await services.reloadAll();
      else {
        const result = await services.modules.reload(name);
        if (result.outcome !== 'reloaded') return failure(describeModuleFailure(name, result));
      }
      services.feed.raise({ type: 'reloaded', at: services.clock.now(), module: name === '' ? 'All' : name });
      return success('Module Reloaded');
    },
  }),
  action('ModuleCheck', 'Tells whether a module is loaded.', {
    classes: ['system'],
    parameters: { module: needed('Module', 'Its name, with or without `.so`.') },
    answer: '`Version`: that of the server.',
    run: ({ module: name }, { services }) =>
      services.modules.isLoaded(name)
        ? success(undefined, [['Version', services.version]])
        : failure('Module not loaded'),
  }),
  action('ModuleLoad', 'Loads, unloads or reloads a module.', {
    classes: ['system'],
    parameters: {
      module: needed('Module', 'Its name, with or without `.so`.'),
      loadType: oneOf('LoadType', 'What to do.', ['load', 'unload', 'reload']),
    },
    answer: 'Nothing more.',
    run: async ({ module: name, loadType }, { services }) => {
      const result = await services.modules[loadType](name);
      switch (result.outcome) {
        case 'loaded':
          return success('Module loaded.');
        case 'unloaded':
          return success('Module unloaded.');
        case 'reloaded':
          return success('Module reloaded.');
        default:
          return failure(describeModuleFailure(name, result));
      }
    },
  }),
];
