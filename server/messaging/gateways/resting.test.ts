import { expect, test } from 'vitest'
import { GatewayBusy, GatewayClosed, type Gateway } from './gateway.ts'
import { restingGateway } from './resting.ts'

function driven() {
  let now = Date.parse('2027-01-03T09:00:00Z')
  let end: Error | null = null
  let calls = 0
  const gateway: Gateway = {
    batch: 1,
    submit: async () => {
      calls += 1
      if (end) throw end
      return []
    },
    lookUp: async () => [],
    readReceipts: () => 'unsigned',
    readReplies: () => 'unsigned',
  }
  const resting = restingGateway(gateway, { now: () => new Date(now) })
  return {
    endWith: (next: Error | null) => (end = next),
    pass: (seconds: number) => (now += seconds * 1_000),
    calls: () => calls,
    submit: () =>
      resting.submit([]).then(
        () => 'taken',
        (error: Error) => error.name,
      ),
    ask: () => resting.submit([]),
    lookUp: () => resting.lookUp([]),
  }
}

test('closed three times in a row it is left alone for 20 seconds, then tried once', async () => {
  const { endWith, submit, pass, calls, lookUp } = driven()
  endWith(new GatewayClosed('gone'))
  for (const _try of [1, 2, 3, 4, 5]) expect(await submit()).toBe('GatewayClosed')
  expect(calls()).toBe(3)
  expect(await lookUp()).toEqual([])
  pass(19)
  await submit()
  expect(calls()).toBe(3)
  pass(2)
  expect(await submit()).toBe('GatewayClosed')
  expect(await submit()).toBe('GatewayClosed')
  expect(calls()).toBe(4)
  pass(21)
  endWith(null)
  expect([await submit(), await submit()]).toEqual(['taken', 'taken'])
})

test('an answer, a pause or a doubt in between begins the count again', async () => {
  const { endWith, submit, pass, calls } = driven()
  for (const end of [
    new GatewayClosed('gone'),
    new GatewayClosed('gone'),
    new GatewayBusy(1),
    new GatewayClosed('gone'),
    null,
  ]) {
    endWith(end)
    await submit()
    pass(1)
  }
  endWith(new GatewayClosed('gone'))
  for (const _try of [1, 2, 3]) await submit()
  expect(calls()).toBe(8)
})

test('one that asks for a pause is left alone until it is over, look-ups included, and only that one', async () => {
  const [busy, other] = [driven(), driven()]
  busy.endWith(new GatewayBusy(30))
  await expect(busy.ask()).rejects.toMatchObject({ seconds: 30 })
  busy.pass(10)
  await expect(busy.ask()).rejects.toMatchObject({ seconds: 20 })
  await expect(busy.lookUp()).rejects.toMatchObject({ seconds: 20 })
  expect(await other.submit()).toBe('taken')
  expect([busy.calls(), other.calls()]).toEqual([1, 1])
  busy.endWith(null)
  busy.pass(20)
  expect([await busy.submit(), await busy.lookUp(), busy.calls()]).toEqual(['taken', [], 2])
})

test('a clock that was moved back by days makes it wait neither for days nor at all', async () => {
  const { endWith, submit, pass, calls } = driven()
  endWith(new GatewayBusy(30))
  await submit()
  pass(-3 * 86_400)
  endWith(new GatewayClosed('gone'))
  for (const _try of [1, 2, 3]) await submit()
  pass(-3 * 86_400)
  endWith(null)
  expect([await submit(), calls()]).toEqual(['taken', 5])
})
