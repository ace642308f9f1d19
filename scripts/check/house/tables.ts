import { Visitor } from 'vite'
import { isTest, type Finding, type Module } from './sources.ts'

const WRITES =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?(?<table>[a-z_]+)"?(?=[\s(;]|$)/g
const BUILDERS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
/** `for update of`, `on conflict do update set`, and what reads like a statement inside a sentence. */
const NO_TABLE = new Set(['set', 'of', 'skip', 'nowait', 'on', 'or', 'the'])

/** Which files write which table, by the text of their statements. */
export function writersOf(modules: readonly Module[]): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>()
  for (const module of modules)
    for (const table of tablesWrittenBy(module)) writers.set(table, (writers.get(table) ?? new Set()).add(module.path))
  return writers
}

export function tablesWrittenBy(module: Module): string[] {
  const found: string[] = []
  new Visitor({
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (!/^sql\b/.test(module.text.slice(tag.start, tag.end))) return
      const text = quasi.quasis.map(({ value }) => value.raw).join('?')
      for (const { groups } of text.matchAll(WRITES))
        if (groups?.['table'] && !NO_TABLE.has(groups['table'])) found.push(groups['table'])
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (BUILDERS.has(callee.property.name) && first?.type === 'Literal')
        found.push(String(first.value).split(' ')[0] ?? '')
    },
  }).visit(module.program)
  return found
}

/** One owner a table: the folder that writes it, with the folders inside it. */
export function findSecondWriters(modules: readonly Module[]): Finding[] {
  const writing = modules.filter(({ path }) => path.startsWith('server/') && !isTest(path) && !isInfrastructure(path))
  return [...writersOf(writing)].flatMap(([table, files]) => {
    const folders = [...new Set([...files].map((file) => file.replace(/\/[^/]+$/, '')))].toSorted()
    const [owner = '', ...others] = folders
    if (others.every((folder) => folder.startsWith(`${owner}/`))) return []
    const message = `${table} is written in ${folders.join(', ')}: one folder owns a table, others tell it what happened`
    return [{ file: [...files].toSorted()[0] ?? '', line: 1, rule: 'one-writer', message }]
  })
}

/** The tables of the job queue and of the migrations are nobody's. */
const isInfrastructure = (path: string): boolean =>
  /^server\/(platform\/(database|jobs|backup|embedded)|api-tests)\//.test(path)
