import { expect, test } from 'vitest'
import { createAct, inLine, type ActState } from './act.ts'
import { ApiFailure } from './call.ts'

const refusal = new ApiFailure('not_found', 404, '')

/** An act with what it has shown, and work that ends when it is told to. */
function begun() {
  const shown: ActState[] = []
  const act = createAct((state) => void shown.push(state))
  const works: { end: () => void; fail: (cause: unknown) => void; isWatched: () => boolean }[] = []
  const work = (isWatched: () => boolean) => new Promise<void>((end, fail) => void works.push({ end, fail, isWatched }))
  return { act, shown, works, work }
}

test('runs one thing at a time: a second press meanwhile does nothing', async () => {
  const { act, shown, works, work } = begun()
  const first = act.run(work)
  await act.run(work)
  expect(works).toHaveLength(1)
  works[0]?.end()
  await first
  expect(shown).toEqual([
    { busy: true, failure: null },
    { busy: false, failure: null },
  ])
  void act.run(work)
  expect(works).toHaveLength(2)
})

test('a refusal is shown and told; the next press begins without it', async () => {
  const { act, shown, works, work } = begun()
  const told: ApiFailure[] = []
  const refused = act.run(work, (failure) => void told.push(failure))
  works[0]?.fail(refusal)
  await refused
  expect(told).toEqual([refusal])
  expect(shown.at(-1)).toEqual({ busy: false, failure: refusal })
  void act.run(work)
  expect(shown.at(-1)).toEqual({ busy: true, failure: null })
})

test('a mistake of ours has words for the screen, and is thrown on', async () => {
  const { act, shown, works, work } = begun()
  const run = act.run(work)
  works[0]?.fail(new TypeError('x is not a function'))
  await expect(run).rejects.toThrow(TypeError)
  expect(shown.at(-1)).toMatchObject({ busy: false, failure: { code: 'unexpected' } })
})

test('what is changed while something runs does not hide how that ends', async () => {
  const { act, shown, works, work } = begun()
  const run = act.run(work)
  act.forget()
  expect(shown.at(-1)).toEqual({ busy: true, failure: null })
  works[0]?.fail(refusal)
  await run
  expect(shown.at(-1)?.failure).toBe(refusal)
  act.forget()
  expect(shown.at(-1)).toEqual({ busy: false, failure: null })
})

test('what was left goes on unwatched: its end disturbs neither the screen nor what was begun after it', async () => {
  const { act, shown, works, work } = begun()
  const first = act.run(work)
  act.leave()
  expect(works[0]?.isWatched()).toBe(false)
  void act.run(work)
  expect(works[1]?.isWatched()).toBe(true)
  works[0]?.fail(refusal)
  await first
  expect(shown.at(-1)).toEqual({ busy: true, failure: null })
  expect(works[1]?.isWatched()).toBe(true)
})

test('what stands in a line is done in its order, past a failure; other lines do not wait', async () => {
  const done: string[] = []
  let release = () => {}
  const held = new Promise<void>((end) => (release = end))
  const first = inLine('class 1', async () => {
    await held
    done.push('first')
    throw refusal
  })
  const second = inLine('class 1', async () => done.push('second'))
  await inLine('class 2', async () => done.push('elsewhere'))
  expect(done).toEqual(['elsewhere'])
  release()
  await expect(first).rejects.toBe(refusal)
  await second
  expect(done).toEqual(['elsewhere', 'first', 'second'])
})
