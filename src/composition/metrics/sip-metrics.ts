import type { SipService } from '../../drivers/pjsip/sip-service';
import type { LabelledFigure } from '../../drivers/pjsip/sip-figures';
import type { Metrics } from '../../server/metrics';

export type MeasuredSip = () =>
  | Pick<SipService, 'stack' | 'dialogs' | 'contacts' | 'registrations' | 'figures' | 'overload'>
  | undefined;

/** What SIP does. While it is not started everything is 0. */
export function measureSip(metrics: Metrics, sip: MeasuredSip): void {
  metrics.labelled('patchbay_sip_requests_total', {
    kind: 'counter',
    help: 'SIP requests with their final answer, received (in) and sent (out)',
    read: () => sip()?.figures.requests ?? [],
  });
  metrics.labelled('patchbay_sip_retransmissions_total', {
    kind: 'counter',
    help: 'SIP messages that came or went again because one of them or its answer was lost or late',
    read: () => sip()?.figures.retransmissions ?? [],
  });
  metrics.gauge('patchbay_sip_transactions', 'SIP transactions at present', () => sip()?.stack.transactions ?? 0);
  metrics.gauge('patchbay_sip_dialogs', 'SIP dialogs at present', () => sip()?.dialogs.size ?? 0);
  metrics.gauge(
    'patchbay_sip_connections',
    'SIP connections (TCP, TLS, websockets)',
    () => sip()?.stack.connections ?? 0,
  );
  metrics.gauge(
    'patchbay_sip_contacts',
    'Contacts of phones that are registered',
    () => sip()?.contacts.registered ?? 0,
  );
  metrics.labelled('patchbay_sip_registrations', {
    kind: 'gauge',
    help: 'Registrations of ours with other servers by state',
    read: () => byState([...(sip()?.registrations.states.values() ?? [])]),
  });
  measureOverload(metrics, sip);
}

function measureOverload(metrics: Metrics, sip: MeasuredSip): void {
  metrics.counter(
    'patchbay_sip_overload_refused_total',
    'New SIP requests refused with 503 because of overload',
    () => sip()?.overload.refused ?? 0,
  );
  metrics.gauge(
    'patchbay_sip_overload_share',
    'The share of new SIP calls that are let in; 1 unless there is overload',
    () => sip()?.overload.share ?? 1,
  );
  metrics.gauge(
    'patchbay_loop_delay_seconds',
    'The longest time that the event loop was late, in the last tenth of a second with new SIP requests',
    () => (sip()?.overload.reading.delayMs ?? 0) / 1000,
  );
  metrics.gauge(
    'patchbay_loop_utilization',
    'The share of time in which the event loop had work, in the last tenth of a second with new SIP requests',
    () => sip()?.overload.reading.utilization ?? 0,
  );
}

function byState(states: readonly string[]): readonly LabelledFigure[] {
  const names = ['Registered', 'Unregistered', 'Rejected', 'Stopped'];
  return names.map((state) => ({
    labels: { state: state.toLowerCase() },
    value: states.filter((each) => each === state).length,
  }));
}
