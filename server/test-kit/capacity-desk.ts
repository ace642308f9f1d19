import { readSession } from '#contract/identity/session.ts'
import { archivePeople, undoChange } from '#contract/people/changes.ts'
import { addPerson, type PersonInput } from '#contract/people/persons.ts'
import type { Church } from './build-church.ts'
import { addPlan, setPrice } from './price-store.ts'
import type { TestApp } from './start-app.ts'

/** What is known of somebody who gave nothing but a name. */
export const nobody: PersonInput = {
  firstName: '',
  lastName: '',
  email: null,
  phone: null,
  kind: 'member',
  gender: null,
  maritalStatus: null,
  birthDay: null,
  birthMonth: null,
  birthYear: null,
  address: null,
  joinedOn: '2024-01-07',
}

export const people = (count: number) => Array.from({ length: count }, (_, index) => ({ firstName: `Person ${index}` }))

/** Churches as their administrators make them fuller and emptier. */
export function capacityDesk(app: () => Pick<TestApp, 'call' | 'look'>) {
  const as = ({ admin }: Church) => ({ token: admin.token })
  return {
    as,
    /** Nothing is offered but these plans, each by its name and how many people it is for. */
    offer: async (plans: Record<string, number>) => {
      await app().look('update plan set offered = false')
      for (const [name, size] of Object.entries(plans))
        await setPrice(app().look, { currency: 'NGN', amount: '1000', planId: await addPlan(app().look, name, size) })
    },
    session: async (church: Church) => (await app().call(readSession, {}, as(church))).body,
    add: (church: Church, firstName = 'Ada') =>
      app().call(addPerson, { body: { ...nobody, firstName, groupIds: [] } }, as(church)),
    archive: (church: Church, ids: string[]) => app().call(archivePeople, { body: { people: { ids } } }, as(church)),
    undo: (church: Church, id: string) => app().call(undoChange, { params: { id } }, as(church)),
  }
}
