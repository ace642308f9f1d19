import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#server/test-kit/cluster/database.ts'
import { openDescriber } from '#server/test-kit/sql/describe-store.ts'
import { openSources, type Sources } from '#server/test-kit/sql/source.ts'
import { describeStatement, statementsOf, type Described, type Statement } from '#server/test-kit/sql/statements.ts'
// Sets what node-postgres makes of days and bigints.
import './database.ts'

/**
 * Every statement of the server's sources, filled in as the code does it, is described by PostgreSQL and compared with the
 * row that it declares: names, types, and whether a column may be null. How, and why: docs/decisions/0035.
 */
const LIES = 'server/test-kit/sql/lies-store.ts'

/** Columns that may be null as far as the schema says, and are not: `function column`, and why. */
const NEVER_NULL: Record<string, string> = {
  'allMovements units': 'a movement has an entry of what is available or of what is held',
  'selectMovements units': 'the same',
  'selectLines units': 'the same',
  'exportedRows outcome': 'rows are exported once they were checked',
  'selectAttendance children': 'a registration without a child is left out by having',
  'selectFacts units': 'every church has its accounts of units from the start',
  'selectFamilies children': 'families without a child are left out by having',
  'selectPlanned person': 'a row that adds or updates somebody was read as a person',
  'selectReceipt number': 'a payment gets its number with its receipt',
  'selectRows outcome': 'rows are shown once they were checked',
  'selectEarlier firstName': 'a row that adds or updates somebody was read as a person, with both names',
  'selectEarlier lastName': 'the same',
  'findSession personId': 'whoever is signed in is somebody: an account outlives its person only when it is removed',
  'countAttempt endsAt': 'begins when the attempt is made, which is given',
  'selectUnreachable address': 'who is asked for by an address has it',
  'selectWrittenRows personId': 'a row with a version wrote somebody',
}

/** Columns of which nobody can tell whether they may be null. */
const UNTOLD: Record<string, string> = {
  'enlistProviderPayment ours': 'of a function in PL/pgSQL',
  'hasPaidOrWaits does': 'the same',
  'holdDomain held': 'the same',
  'selectFacts refused': 'a list without what is null',
  'selectFamilies parentId': 'the first of a list',
  'selectMadeUpIds real': 'a value of a document',
  'selectNamesakes ids': 'a part of a list',
  'selectSenderRequest state': 'one of a list by its number',
  'selectSenderRequests state': 'the same',
  'selectWelcome name': 'the first of a list',
  'takeSignup email': 'of a row of a function in PL/pgSQL',
  'takeSignup emailKey': 'the same',
  'takeSignup passwordHash': 'the same',
  'takeSignup wanted': 'the same',
  'takeSlug taken': 'the same',
}

let database: TestDatabase
let owner: pg.Client
let sources: Sources
let ours: Described[] = []
let lies: Described[] = []
beforeAll(async () => {
  database = await cloneDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  sources = openSources(process.cwd(), (path) => path.startsWith('server/') && !path.endsWith('.test.ts'))
  const described = await describeAll(statementsOf(sources))
  lies = described.filter(({ place }) => place.startsWith(LIES))
  ours = described.filter(({ place }) => !place.startsWith(LIES))
}, 120_000)
afterAll(async () => {
  sources.close()
  await owner.end()
  await database.drop()
})

async function describeAll(statements: readonly Statement[]): Promise<Described[]> {
  const describeInDatabase = await openDescriber(owner)
  const described: Described[] = []
  for (const statement of statements) described.push(await describeStatement(sources, describeInDatabase, statement))
  return described
}

const columnOf = (fault: string): string => /^"(\w+)" may be null/.exec(fault)?.[1] ?? ''

describe('statements', () => {
  test('answer what their rows declare', () => {
    const faults = ours.flatMap(({ place, maker, faults: all }) =>
      all
        .filter((fault) => !(`${maker} ${columnOf(fault)}` in NEVER_NULL))
        .map((fault) => `${place} ${maker}: ${fault}`),
    )
    expect(faults).toEqual([])
  })

  test('can all be filled in without running them', () => {
    expect(ours.flatMap(({ place, undescribed }) => (undescribed ? [`${place}: ${undescribed}`] : []))).toEqual([])
    expect(ours.length).toBeGreaterThan(500)
  })

  test('are known column by column, but for these', () => {
    const untold = ours.flatMap(({ maker, unknown }) => unknown.map((one) => `${maker} ${one.split(':')[0]}`))
    expect(untold.toSorted()).toEqual(Object.keys(UNTOLD).toSorted())
  })

  test('need each of the exceptions', () => {
    const met = ours.flatMap(({ maker, faults }) => faults.map((fault) => `${maker} ${columnOf(fault)}`))
    expect(Object.keys(NEVER_NULL).filter((exception) => !met.includes(exception))).toEqual([])
  })
})

const faultsOf = (maker: string): string[] | undefined => lies.find((lie) => lie.maker === `lies.${maker}`)?.faults

test.each([
  ['aColumnThatWasRenamed', 'column "person_id" does not exist'],
  ['anotherName', 'does not answer "firstName"'],
  ['anotherType', '"at" is timestamp with time zone, which is read as Date, and not string'],
  ['anotherType', '"people" is text, which is read as string, and not number'],
  ['textOfABigList', '"sizes" is bigint[], which is read as string[], and not number[]'],
  ['anInstantInADocument', '"about" is jsonb, which is read as json, and not { at: Date; }'],
  ['aColumnThatMayBeNull', '"phone" may be null, and is declared as string'],
  ['whatMayNotBeJoined', '"name" may be null, and is declared as string'],
  ['aSumOfNothing', '"units" may be null, and is declared as string'],
  ['whatWasGivenAsNull', '"name" may be null, and is declared as string'],
  ['onlyOneWay', 'column "nobody" does not exist'],
  ['inAFragment', 'column p.nickname does not exist'],
])('a statement that lies is found: %s, %s', (maker, fault) => {
  expect(faultsOf(maker)).toContain(fault)
})

test('a statement that is right is not refused for what the schema alone does not say', () => {
  const right = lies.filter(({ maker }) => maker.startsWith('truths.'))
  expect(right.map(({ faults, unknown }) => [...faults, ...unknown])).toEqual(right.map(() => []))
  expect(right).toHaveLength(4)
})

test('a column that is renamed makes lies of the statements that name it', async () => {
  const named = statementsOf(sources).filter(({ place }) => place.startsWith('server/identity/churches/'))
  await owner.query('alter table church rename column pastor_name to shepherd')
  const faults = (await describeAll(named)).flatMap((described) => described.faults)
  expect(faults).toContain('column "pastor_name" does not exist')
})
