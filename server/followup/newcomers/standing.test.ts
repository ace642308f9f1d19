import { expect, test } from 'vitest'
import { DEFAULT_STAGES, type Stage } from '../lists/default-lists.ts'
import { furthest, stageFor, standingOf, tallyOf, type Seen, type Standing } from './standing.ts'

const TODAY = '2031-05-14'
const stages = DEFAULT_STAGES
const [ACTIVE, PAUSED, CONVERTED] = [0, 1, 2]
/** Stages of both paths, by what they are called in a church that changed nothing. */
const path = { firstVisit: 1, contacted: 2, connected: 4, member: 5, decision: 6, baptism: 9, convertMember: 10 }

const seen = (more: Partial<Seen>): Seen => ({
  personId: 'hauwa',
  personKind: 'first_timer',
  joinedOn: '2031-05-11',
  isArchived: false,
  kept: null,
  ...more,
})
const standing = (more: Partial<Standing> = {}): Standing => ({
  kind: 'first_timer',
  firstVisitOn: '2031-05-11',
  memberOn: null,
  stageId: path.firstVisit,
  furthestId: path.firstVisit,
  leadStatus: ACTIVE,
  archived: false,
  stageBefore: null,
  ...more,
})

test('a first-timer enters at the first stage, with the day of joining as the first visit', () => {
  expect(standingOf(seen({}), stages, TODAY)).toEqual(standing())
})

test('a new convert enters at the decision, and no first visit is known', () => {
  expect(standingOf(seen({ personKind: 'new_convert' }), stages, TODAY)).toEqual(
    standing({ kind: 'new_convert', firstVisitOn: null, stageId: path.decision, furthestId: path.decision }),
  )
})

test('a member who never was a newcomer is not followed up', () => {
  expect(standingOf(seen({ personKind: 'member' }), stages, TODAY)).toBeNull()
})

test('another day of joining is another first visit of a first-timer, and changes nothing else', () => {
  const kept = standing({ stageId: path.contacted, furthestId: path.connected, leadStatus: PAUSED })
  expect(standingOf(seen({ joinedOn: '2031-05-04', kept }), stages, TODAY)).toEqual({
    ...kept,
    firstVisitOn: '2031-05-04',
  })
})

test('a new member is converted today and stands at the member stage of their own path', () => {
  const became = (kept: Standing) => standingOf(seen({ personKind: 'member', kept }), stages, TODAY)
  expect(became(standing({ stageId: path.contacted, furthestId: path.contacted }))).toEqual(
    standing({ memberOn: TODAY, leadStatus: CONVERTED, stageId: path.member, furthestId: path.member }),
  )
  const convert = standing({ kind: 'new_convert', stageId: path.baptism, furthestId: path.baptism })
  expect(became(convert)).toMatchObject({ memberOn: TODAY, leadStatus: CONVERTED, stageId: path.convertMember })
})

test('a member stays a member since the same day, whatever is written of the person later', () => {
  const kept = standing({ memberOn: '2031-04-01', leadStatus: ACTIVE, stageId: path.connected })
  expect(standingOf(seen({ personKind: 'member', joinedOn: '2020-01-01', kept }), stages, TODAY)).toEqual(kept)
})

test('a member who was made one by mistake stands again where they stood before', () => {
  const kept = standing({
    memberOn: '2031-05-12',
    leadStatus: CONVERTED,
    stageId: path.member,
    furthestId: path.member,
    stageBefore: path.contacted,
  })
  expect(standingOf(seen({ kept }), stages, TODAY)).toMatchObject({
    memberOn: null,
    leadStatus: ACTIVE,
    stageId: path.contacted,
    furthestId: path.contacted,
  })
})

test('a first-timer who comes to faith begins the other path, and the first visit stays known', () => {
  const kept = standing({ stageId: path.connected, furthestId: path.connected, leadStatus: PAUSED })
  expect(standingOf(seen({ personKind: 'new_convert', kept }), stages, TODAY)).toEqual({
    ...kept,
    kind: 'new_convert',
    stageId: path.decision,
    furthestId: path.decision,
    leadStatus: ACTIVE,
  })
})

test('a convert who is a member by now begins their path again when they are made a first-timer', () => {
  const kept = standing({
    kind: 'new_convert',
    firstVisitOn: null,
    memberOn: '2031-04-01',
    leadStatus: CONVERTED,
    stageId: path.convertMember,
  })
  expect(standingOf(seen({ kept }), stages, TODAY)).toMatchObject({
    kind: 'first_timer',
    firstVisitOn: '2031-05-11',
    memberOn: null,
    leadStatus: ACTIVE,
    stageId: path.firstVisit,
  })
})

test.each(['first_timer', 'member'] as const)(
  'a %s who is archived is so on the card, and back with the person',
  (kind) => {
    const kept = standing({ memberOn: kind === 'member' ? '2031-04-01' : null })
    const archived = standingOf(seen({ personKind: kind, isArchived: true, kept }), stages, TODAY)
    expect(archived).toEqual({ ...kept, archived: true })
    expect(standingOf(seen({ personKind: kind, kept: archived }), stages, TODAY)).toEqual(kept)
  },
)

test('a retired stage is entered by nobody', () => {
  const retired = stages.map((stage): Stage => ({ ...stage, isRetired: stage.id === path.contacted }))
  expect(stageFor(stages, 'first_timer', 'contacted')?.id).toBe(path.contacted)
  expect(stageFor(retired, 'first_timer', 'contacted')).toBeUndefined()
  expect(stageFor(retired, 'new_convert', 'contacted')?.id).toBe(7)
})

test('the furthest stage goes by the place on the path and not by the number, and never back', () => {
  // The church moved "Connected" in front of "Contacted".
  const places: Record<number, number> = { [path.connected]: 2, [path.contacted]: 3 }
  const moved = stages.map((stage): Stage => ({ ...stage, position: places[stage.id] ?? stage.position }))
  expect(furthest(moved, path.connected, path.contacted)).toBe(path.contacted)
  expect(furthest(moved, path.contacted, path.connected)).toBe(path.contacted)
  expect(furthest(stages, path.connected, path.contacted)).toBe(path.connected)
})

test('the number of first visits of a day changes by who comes, moves to another day, is archived and comes back', () => {
  const [third, tenth] = [standing({ firstVisitOn: '2031-05-03' }), standing({ firstVisitOn: '2031-05-10' })]
  const archived = { ...third, archived: true }
  expect(tallyOf(null, third)).toEqual([{ day: '2031-05-03', step: 1 }])
  expect(tallyOf(third, tenth)).toEqual([
    { day: '2031-05-03', step: -1 },
    { day: '2031-05-10', step: 1 },
  ])
  expect(tallyOf(third, archived)).toEqual([{ day: '2031-05-03', step: -1 }])
  expect(tallyOf(archived, third)).toEqual([{ day: '2031-05-03', step: 1 }])
  expect(tallyOf(archived, { ...tenth, archived: true })).toEqual([])
  expect(tallyOf(third, { ...third, stageId: path.contacted })).toEqual([])
  expect(tallyOf(null, standing({ kind: 'new_convert', firstVisitOn: null }))).toEqual([])
})
