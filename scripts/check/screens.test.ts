import { expect, test } from 'vitest'
import { parseModule } from './house/sources.ts'
import { portalScreensOf, screensOf } from './screens.ts'

const moduleOf = (text: string) => parseModule({ path: 'app/routes/some-routes.ts', text })
const shown = (name: string) => `lazyRouteComponent(() => import('../../people/${name}.tsx'), 'Page')`

test('a screen stands behind its door, and a door is no screen', () => {
  const source = `
    const door = createRoute({ getParentRoute: () => rootRoute, component: ${shown('door')} })
    const list = createRoute({ path: '/people', component: ${shown('list')}, getParentRoute: () => door })
    const one = createRoute({ getParentRoute: () => door, errorComponent: ${shown('crash')}, component: ${shown('one')} })
  `
  expect(screensOf([moduleOf(source)])).toEqual([
    { door: 'door', module: 'people/list.tsx' },
    { door: 'door', module: 'people/one.tsx' },
  ])
})

test('a route whose screen cannot be found is refused: nothing goes unweighed', () => {
  const unknown = `const list = createRoute({ getParentRoute: () => door, component: ListPage })`
  expect(() => screensOf([moduleOf(unknown)])).toThrow('list loads no module')
})

test('a screen of the portal is what its route loads, whatever else that imports', () => {
  const source = `export const routes = [
    { path: '/a', warm: () => import('../../people/warm.ts'), load: async () => (await import('../../people/a.tsx')).A },
    { path: '/b', load: async () => (await import('../../people/a.tsx')).A },
  ]`
  expect(portalScreensOf(moduleOf(source))).toEqual(['people/a.tsx'])
})
