import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineEvent, EnginePhase } from '../../src/engine/engine-event';
import { enginePhases } from '../../src/engine/engine-event';
import { EventHub } from '../../src/shared/event-hub';
import { makeLogger } from '../../src/shared/logger';

export const someTime = 1_794_704_129_587;

/** What every part of the engine is given, with a record of what came of it. */
export function anEngine() {
  const happened: EngineEvent[] = [];
  const lines: string[] = [];
  const events = new EventHub<EngineEvent, EnginePhase>(enginePhases, (error) => {
    throw error;
  });
  events.onAny('deliver', (event) => happened.push(event));
  const log = makeLogger((level, fields, sentence) => lines.push(`${level} ${sentence} ${JSON.stringify(fields)}`));
  return { events, happened, lines, log, now: () => someTime };
}

/** A folder that is gone after the test. */
export function aFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'patchbay-engine-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
