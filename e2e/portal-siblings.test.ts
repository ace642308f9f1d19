import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask, dayFromNow, planEvent } from './kit/checkin.ts'
import { findFaults } from './kit/looks.ts'
import { button, newFamily, said } from './kit/portal.ts'
import { openStage, type Stage, type Visit } from './kit/stage.ts'
import { GRACE } from './states/state.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

async function openEvent({ page }: Visit, name: string, toddlers: number) {
  const { context } = await stage.visit({ as: GRACE })
  const classes = [
    { name: 'Toddlers', ageFrom: 0, ageUntil: 71, capacity: toddlers },
    { name: 'Primary', ageFrom: 72, ageUntil: 215, capacity: 44 },
  ]
  const { id } = await planEvent(context, stage.url, { name, day: dayFromNow(1), classes })
  await page.goto(`${stage.url}/checkin/event/${id}`)
  return (child: string) => page.getByRole('group', { name: child })
}

test('twins and one place left: the one who was chosen gets it, the other waits', async () => {
  const visit = await newFamily(stage, { children: { Táyé: 3, Kẹ́hìndé: 3 } })
  const person = await openEvent(visit, 'One place left', 1)
  await person('Táyé').getByRole('checkbox').check()
  await person('Táyé').getByText('This takes the last place').waitFor()
  await person('Kẹ́hìndé').getByRole('checkbox').check()
  await button(visit.page, 'Join waiting list: Kẹ́hìndé, Toddlers').click()
  await said(visit.page, 'Kẹ́hìndé is number 1 on the waiting list. Táyé is registered').waitFor()
  await person('Táyé').getByText('Registered in Toddlers').waitFor()
  await person('Kẹ́hìndé').getByText('On the waiting list for Toddlers: number 1').waitFor()
  expect(await findFaults(visit.page)).toEqual([])
})

test('a child without a birth date is asked for it where the class is chosen', async () => {
  const visit = await newFamily(stage, {})
  const data = { familyRoleId: 4, person: { firstName: 'Ṣọlá', lastName: 'Ọlálékan' } }
  await ask(visit.context, { url: stage.url, path: '/api/Family/addFamilyMember', data })
  const person = await openEvent(visit, 'How old is she', 20)
  await person('Ṣọlá').getByRole('checkbox').check()
  expect(await findFaults(visit.page)).toEqual([])
  await button(visit.page, 'Add date of birth for Ṣọlá').click()
  const dialog = visit.page.getByRole('dialog', { name: 'Update Member' })
  await dialog.getByLabel('Date of birth').fill(dayFromNow(-8.5 * 365))
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await person('Ṣọlá').getByText('Daughter, 8 years').waitFor()
  expect(await button(visit.page, 'Add date of birth for Ṣọlá').count()).toBe(0)
})
