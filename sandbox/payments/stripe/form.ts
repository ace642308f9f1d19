/** A form's value: text, or what its brackets make of it. */
type FormValue = string | FormValue[] | { [name: string]: FormValue }
type Branch = Map<string, Branch | string>

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/
const DEEPEST = 8

/** Reads `line_items[0][price_data][currency]=usd` as Stripe does: numbers and empty brackets make lists. */
export function readForm(text: string): { [name: string]: FormValue } {
  const root: Branch = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const [, first, brackets = ''] = NAME.exec(name) ?? []
    if (first === undefined) continue
    const path = [first, ...[...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, inside = '']) => inside)]
    if (path.length <= DEEPEST) put(root, path, value)
  }
  return Object.fromEntries([...root].map(([name, value]) => [name, grown(value)]))
}

function put(branch: Branch, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(branch.size) : name
  if (rest.length === 0) {
    branch.set(key, value)
    return
  }
  const known = branch.get(key)
  const below: Branch = known instanceof Map ? known : new Map()
  branch.set(key, below)
  put(below, rest, value)
}

function grown(value: Branch | string): FormValue {
  if (typeof value === 'string') return value
  const names = [...value.keys()]
  return names.every((name, index) => name === String(index))
    ? [...value.values()].map(grown)
    : Object.fromEntries([...value].map(([name, below]) => [name, grown(below)]))
}
