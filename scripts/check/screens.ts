import path from 'node:path'
import { Visitor, type ESTree } from 'vite'
import type { Module } from './house/sources.ts'

/** A screen of the page, by the module that the router loads for it, and the door behind which it stands. */
export type Screen = { door: string; module: string }

const propertyOf = (object: ESTree.ObjectExpression, name: string): ESTree.Node | undefined =>
  object.properties.flatMap((one) =>
    one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === name ? [one.value] : [],
  )[0]

/** Every module that is imported where it is wanted below this node. */
function importsIn(node: ESTree.Node, file: string): string[] {
  const found: string[] = []
  const wrapped = { type: 'Program', body: [node], sourceType: 'module' } as unknown as ESTree.Program
  new Visitor({
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal' && typeof source.value === 'string')
        found.push(path.posix.join(path.posix.dirname(file), source.value))
    },
  }).visit(wrapped)
  return found
}

/** The route that `getParentRoute` names. */
function parentOf(route: ESTree.ObjectExpression): string {
  const parent = propertyOf(route, 'getParentRoute')
  if (parent?.type !== 'ArrowFunctionExpression' || parent.body.type !== 'Identifier')
    throw new Error('A route names its parent as `() => parentRoute`.')
  return parent.body.name
}

type Route = Screen & { name: string }

/** The routes of a file with what they show; one that shows something and loads nothing is refused: it weighs too. */
function routesOf({ path: file, program }: Module): Route[] {
  const routes: Route[] = []
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'createRoute')
        return
      const [route] = init.arguments
      if (id.type !== 'Identifier' || route?.type !== 'ObjectExpression')
        throw new Error(`${file}: a route of its own way.`)
      const shown = propertyOf(route, 'component')
      if (!shown) return
      const [module, ...others] = importsIn(shown, file)
      if (!module || others.length > 0) throw new Error(`${file}: ${id.name} loads no module of its own.`)
      routes.push({ name: id.name, door: parentOf(route), module })
    },
  }).visit(program)
  return routes
}

/** Every screen of the router; a route that has others behind it is a door, weighed with them. */
export function screensOf(modules: readonly Module[]): Screen[] {
  const routes = modules.flatMap(routesOf)
  const doors = new Set(routes.map(({ door }) => door))
  return routes.flatMap(({ name, door, module }) => (doors.has(name) ? [] : [{ door, module }]))
}

/** Every screen of the families' portal: what its routes `load`. */
export function portalScreensOf({ path: file, program }: Module): string[] {
  const loads: string[] = []
  new Visitor({
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && key.name === 'load') loads.push(...importsIn(value, file))
    },
  }).visit(program)
  return [...new Set(loads)]
}
