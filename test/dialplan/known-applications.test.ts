import { basicApplications } from '../../src/dialplan/applications/basic-applications';
import type { ApplicationDeps } from '../../src/dialplan/applications/application-deps';
import { callApplications } from '../../src/dialplan/applications/call-applications';
import type { CallApplicationDeps } from '../../src/dialplan/applications/dial-deps';
import { knownApplications } from '../../src/dialplan/known-applications';

/** Stands for anything that the applications lean on: they are only named here, not run. */
const anything: unknown = new Proxy(() => undefined, { get: () => anything, apply: () => anything });

it('knows the names of exactly the applications that there are', () => {
  const names = [
    ...basicApplications(anything as ApplicationDeps).keys(),
    ...Object.keys(callApplications(anything as CallApplicationDeps)),
    'Stasis',
    'StasisBroadcast',
  ];

  expect([...knownApplications].sort()).toEqual(names.sort());
});
