import { basic } from '../../test/support/server/http-client';
import { Wire } from '../../test/support/server/http-wire';
import type { Attack, AttackContext } from '../attack';
import { mustHold } from '../attack';
import { inParallel } from '../harness/in-parallel';

const [fileBytes, keptFiles] = [32_768, 3];

/** Maximum bytes of a log line caused by an unauthenticated peer. */
const longestLine = 4096;

async function writeIntoTheLog({ victim, size }: AttackContext): Promise<void> {
  const forged = 'ERROR[1]: forged';
  await inParallel(size({ full: 20_000, short: 300 }), 30, async (index) => {
    const text = `${index}${'x'.repeat(6000)}`;
    const authorization = basic(`name\n[2026-01-01] ${forged} ${text}:wrong`);
    const head = `GET /ari/%0a[2026-01-01]%20${encodeURIComponent(forged)}${text} HTTP/1.1\r\nHost: x\r\n`;
    await Wire.once(victim.origin, `${head}${index % 2 === 0 ? `Authorization: ${authorization}\r\n` : ''}\r\n`);
  });
  const bytes = victim.logBytes;
  // The file that is being written and the rotated ones, each with the lines of the turn in which it became full.
  const most = (keptFiles + 1) * 1.5 * fileBytes;
  mustHold(bytes <= most, `the log has ${bytes} bytes; ${most} are permitted`);
  const lines = victim.log.split('\n');
  mustHold(!lines.some((line) => /^\[[^\]]*\] ERROR/.test(line)), 'unauthenticated peers can forge log lines');
  const longest = Math.max(...lines.map(({ length }) => length));
  mustHold(longest <= longestLine, `a stranger has caused a line of ${longest} characters`);
}

export const logFilling: readonly Attack[] = [
  {
    name: 'log-filling',
    does: 'has strangers refused with long names and paths that contain line breaks',
    holds: 'the log keeps within its size, lines are cut, and none can be forged',
    files: {
      'logger.conf': `[general]\nmax_file_size = ${fileBytes}\nkeep_files = ${keptFiles}\n[logfiles]\nmessages.log => notice,warning,error,security\n`,
    },
    run: writeIntoTheLog,
  },
];
