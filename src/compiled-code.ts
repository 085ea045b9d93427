import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname } from 'node:path';
import { constants, Script } from 'node:vm';

/** The variables of a CommonJS module. */
const variables = ['exports', 'require', 'module', '__filename', '__dirname'] as const;

type CommonJsFunction = (...values: readonly unknown[]) => void;

/** What was compiled by this process and is not kept yet. */
let compiled: { readonly script: Script; readonly file: string } | undefined;

/**
 * Runs a CommonJS file as `require` does, with what V8 compiled of it at an earlier start. To compile the bundle takes as long
 * as everything else that a start does. The cache of Node.js itself (`module.enableCompileCache`) keeps the functions that run
 * while a file is loaded, which are a seventh of those that run until the server listens, and Node.js 20 does not have it.
 *
 * What is kept lies beside the file, because changing it needs the rights that changing the code needs.
 */
export function loadCompiled(file: string, build: string): unknown {
  const compiledFile = `${file}.${build}-${process.version}-${process.arch}.compiled`;
  const isKept = process.env['NODE_DISABLE_COMPILE_CACHE'] === undefined;
  const cachedData = isKept ? readCompiled(compiledFile, file) : undefined;
  const script = new Script(wrapped(file), {
    filename: file,
    ...(cachedData !== undefined && { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const isUsed = cachedData !== undefined && script.cachedDataRejected !== true;
  if (isKept && !isUsed) compiled = { script, file: compiledFile };
  const load = createRequire(file);
  const module = new Module(file);
  module.filename = file;
  load.cache[file] = module;
  (script.runInThisContext() as CommonJsFunction).call(
    module.exports,
    module.exports,
    load,
    module,
    file,
    dirname(file),
  );
  module.loaded = true;
  return module.exports;
}

/** Keeps what was compiled until now for the next start, unless it is kept already. For a server that has started. */
export function keepCompiled(): void {
  if (compiled === undefined) return;
  const { script, file } = compiled;
  compiled = undefined;
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, script.createCachedData());
    renameSync(unfinished, file);
  } catch {
    // The folder cannot be written: every start compiles.
    rmSync(unfinished, { force: true });
  }
}

/**
 * The text of the file as a function. Joined as bytes, which makes a text outside of the heap; texts that are joined would be
 * copied into it, and a start would have to collect garbage. The file is all ASCII.
 */
function wrapped(file: string): string {
  const head = `(function (${variables.join(', ')}) { `;
  return Buffer.concat([Buffer.from(head), readFileSync(file), Buffer.from('\n})')]).toString('latin1');
}

/** V8 compares only the length of the source, so that code which was edited later is told apart here. */
function readCompiled(compiledFile: string, file: string): Buffer | undefined {
  try {
    return statSync(compiledFile).mtimeMs > statSync(file).mtimeMs ? readFileSync(compiledFile) : undefined;
  } catch {
    return undefined;
  }
}
