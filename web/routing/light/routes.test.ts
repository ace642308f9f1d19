import { expect, test } from 'vitest'
import { hrefOf } from './link.tsx'
import { find, loadedScreen, loadScreen, matchPath, preload, setRoutes, type Route } from './routes.ts'

test('a pattern reads its parts from an address', () => {
  expect(matchPath('/checkin/event/$eventId', '/checkin/event/12')).toEqual({ eventId: '12' })
  expect(matchPath('/checkin/$church/reset', '/checkin/grace%2Dchapel/reset')).toEqual({ church: 'grace-chapel' })
  expect(matchPath('/checkin', '/checkin')).toEqual({})
})

test('capitals and a slash at the end make no difference', () => {
  expect(matchPath('/checkin/dashboard', '/CheckIn/Dashboard/')).toEqual({})
})

test('another address is not read', () => {
  for (const other of [
    '/checkin',
    '/checkin/event',
    '/checkin/event/12/more',
    '/checkin/events/12',
    '/checkin/event/%',
  ])
    expect(matchPath('/checkin/event/$eventId', other)).toBeNull()
})

const Screen = () => null

/** Two screens of which the first that fits counts, and what was loaded of them. */
function twoRoutes() {
  const seen: string[] = []
  const route = (path: string, load: () => Promise<typeof Screen>): Route => ({
    path,
    warm: (params) => seen.push(`warm ${path} ${JSON.stringify(params)}`),
    load: () => {
      seen.push(`load ${path}`)
      return load()
    },
  })
  let fails = 1
  const shaky = () => (fails-- > 0 ? Promise.reject(new Error('No network.')) : Promise.resolve(Screen))
  setRoutes([route('/checkin/events', shaky), route('/checkin/$church', () => Promise.resolve(Screen))])
  return seen
}

test('the first screen that fits is found, whatever stands behind its path', () => {
  twoRoutes()
  expect(find('/checkin/events?from=2026-11-22#top')?.route.path).toBe('/checkin/events')
  expect(find('/checkin/grace')?.params).toEqual({ church: 'grace' })
  expect(find('/tenant')).toBeNull()
})

test('a screen is loaded once, and again after it could not be; what it shows is read each time', async () => {
  const seen = twoRoutes()
  const found = find('/checkin/events')
  if (!found) throw new Error('The address has a screen.')
  preload('/checkin/events')
  preload('/nowhere')
  await expect(Promise.resolve().then(() => loadedScreen(found.route))).resolves.toBeUndefined()
  expect(await loadScreen(found)).toBe(Screen)
  expect(await loadScreen(found)).toBe(Screen)
  expect(loadedScreen(found.route)).toBe(Screen)
  expect(seen).toEqual([
    'warm /checkin/events {}',
    'load /checkin/events',
    'warm /checkin/events {}',
    'load /checkin/events',
    'warm /checkin/events {}',
  ])
})

test('a link leads to its path with what is searched for, or to a whole address', () => {
  expect(hrefOf({ to: '/checkin', search: { next: '/checkin/event/1', tab: undefined } })).toBe(
    '/checkin?next=%2Fcheckin%2Fevent%2F1',
  )
  expect([hrefOf({ to: '/checkin' }), hrefOf({ href: '/checkin/grace?x=1', to: '/checkin' })]).toEqual([
    '/checkin',
    '/checkin/grace?x=1',
  ])
})
