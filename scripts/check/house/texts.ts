import { lineAt, type Finding, type TextFile } from './sources.ts'

const CODE = /\.(ts|tsx|mts|js|mjs|css)$/

/** Spelled in pieces, so that this file is no finding of its own. */
const either = (...words: string[]): string => `(${words.join('|')})`

type Pattern = { rule: string; pattern: RegExp; message: string; files?: RegExp }

const patterns: Pattern[] = [
  {
    rule: 'machine-path',
    pattern: new RegExp(`(?<![\\w.~-])/${either('work', 'root')}/`, 'g'),
    message: 'a path of one machine',
  },
  {
    rule: 'registry-host',
    pattern: new RegExp(
      `registry\\.${either('npm', 'yarn')}|//registry[.-]\\w|registry["']?\\s*[=: ]\\s*["']?https?:|"resolved":\\s*"https?:`,
      'gi',
    ),
    message: 'the name of a package registry: installing must follow the settings of whoever installs',
  },
  {
    rule: 'suppression',
    pattern: new RegExp(
      `@ts-${either('ignore', 'expect-error', 'nocheck')}|${either('oxlint', 'eslint', 'biome', 'oxfmt', 'prettier')}-${either('disable', 'ignore')}`,
      'g',
    ),
    message: 'no rule is switched off by a comment: change the code, or change the rule for all',
    files: CODE,
  },
  {
    rule: 'church-entered-once',
    pattern: new RegExp(`app\\.${either('tenant_id', 'operator_id')}`, 'g'),
    message: 'a church is entered by withTenant or reading alone, so that one place says how',
    files: /^server\/(?!platform\/database\/(transaction|church-read)\.ts$).*(?<!\.test)\.ts$/,
  },
]

export function findForbiddenTexts({ path, text }: TextFile): Finding[] {
  return patterns.flatMap(({ rule, pattern, message, files }) =>
    files && !files.test(path)
      ? []
      : [...text.matchAll(pattern)].map(({ index }) => ({ file: path, line: lineAt(text, index), rule, message })),
  )
}
