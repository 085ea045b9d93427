import type { ForeignProgram, ForeignPrograms } from './programs';

export interface LinphoneOptions {
  readonly name: string;
  readonly password: string;
  /** Where the server listens for UDP on 127.0.0.1. */
  readonly port: number;
  /** Whether it answers calls by itself. */
  readonly answers?: boolean;
}

/** The softphone linphonec, driven by the commands that a person would type. It has no sound card: it reads and writes files. */
export class Linphone {
  private constructor(private readonly program: ForeignProgram) {}

  static start(programs: ForeignPrograms, { name, password, port, answers = false }: LinphoneOptions): Linphone {
    const configuration = programs.write(`${name}.linphonerc`, settings({ name, password, port }));
    // It does not make this folder itself, and sends nothing without it.
    programs.write('.local/share/linphone/empty', '');
    const options = ['-c', configuration, ...(answers ? ['-a'] : [])];
    const program = programs.start('linphonec', options);
    program.write('soundcard use files');
    return new Linphone(program);
  }

  command(line: string): void {
    this.program.write(line);
  }

  prints(pattern: RegExp): Promise<void> {
    return this.program.prints(pattern);
  }

  /** Unregisters and ends. Idempotent. */
  async quit(): Promise<void> {
    this.command('quit');
    await this.program.exited;
  }
}

function settings({ name, password, port }: Omit<LinphoneOptions, 'answers'>): string {
  return [
    // -1: any free port. Nothing but UDP, and nothing that looks for the internet.
    ...['[sip]', 'sip_port=-1', 'sip_tcp_port=0', 'sip_tls_port=0', 'default_proxy=0', 'guess_hostname=0'],
    ...['use_ipv6=0', 'verify_server_certs=0', 'register_only_when_network_is_up=0'],
    ...['[net]', 'firewall_policy=none', '[rtp]', 'audio_rtp_port=-1'],
    ...['[proxy_0]', `reg_proxy=<sip:127.0.0.1:${port};transport=udp>`, `reg_identity=sip:${name}@127.0.0.1:${port}`],
    ...['reg_expires=120', 'reg_sendregister=1', 'publish=0'],
    ...['[auth_info_0]', `username=${name}`, `passwd=${password}`, ''],
  ].join('\n');
}
