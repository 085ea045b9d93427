import { benchCodegen } from './codegen';

const scenarios: Readonly<Record<string, () => Promise<void>>> = { codegen: benchCodegen };

async function main([name]: readonly string[]): Promise<number> {
  const scenario = name === undefined ? undefined : scenarios[name];
  if (scenario === undefined) {
    process.stderr.write(`usage: npm run bench -- <${Object.keys(scenarios).join('|')}>\n`);
    return 2;
  }
  await scenario();
  return 0;
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
