/**
 * Stands in for `zod/mini` in the browser (vite.config.ts): there the contract is read for methods, paths and constants,
 * and the server alone checks. Every schema is this one; using one to check something is an error, not a yes.
 */
const refuse = (): never => {
  throw new Error('Schemas are not shipped to the browser: the server checks.')
}

const CHECKS = new Set<PropertyKey>(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])

export const z: unknown = new Proxy(() => undefined, {
  get: (_target, name) => {
    if (CHECKS.has(name)) return refuse
    // Spread into an object it adds nothing, in a text it is empty.
    return name === Symbol.toPrimitive ? () => '' : z
  },
  apply: () => z,
})
