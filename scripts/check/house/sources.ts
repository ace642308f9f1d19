import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, type ESTree } from 'vite'

/** One refusal. `line` counts from 1. A warning is shown and does not fail the check. */
export type Finding = { file: string; line: number; rule: string; message: string; warning?: true }

/** A file of the project: `path` from the project's root with forward slashes. */
export type TextFile = { path: string; text: string }

/** A TypeScript or JavaScript file with its syntax tree. */
export type Module = TextFile & { program: ESTree.Program }

const BINARY = /\.(avif|gif|gz|ico|jpe?g|pdf|png|webp|woff2?|xlsx|zip)$/i
const MODULE = /\.(ts|tsx|mts|js|mjs|jsx)$/

/** Every file that is or could be committed: tracked, or new and not ignored. Throws outside a git checkout. */
export function readTextFiles(root: string): TextFile[] {
  // safe.directory: the tree may belong to another user (a container, a CI runner); this only lists names.
  const git = ['-c', 'safe.directory=*', 'ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const names = execFileSync('git', git, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return [...new Set(names.split('\0'))]
    .filter((path) => path !== '' && !BINARY.test(path) && isFile(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter((file) => !file.text.includes('\0'))
}

/** Neither deleted and still tracked, nor a link to somewhere else. */
const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** The syntax trees. A file that cannot be parsed throws: it must never pass for a clean one. */
export const parseModules = (files: TextFile[]): Module[] =>
  files.filter(({ path }) => MODULE.test(path)).map(parseModule)

export function parseModule(file: TextFile): Module {
  const { program, errors } = parseSync(file.path, file.text)
  const [error] = errors
  if (error) throw new Error(`${file.path}: ${error.message}`)
  return { ...file, program }
}

/** The line of an offset in a text, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

/** Test files, and what exists only for tests. */
export const isTest = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || path.startsWith('e2e/') || path.startsWith('server/test-kit/')
