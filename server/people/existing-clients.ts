import * as calls from '#contract/people/existing-clients.ts'
import { personKind } from '#contract/people/persons.ts'
import type { Serve } from '../platform/http/index.ts'
import { listGroups } from './groups/index.ts'
import { countKinds, selectNumbered } from './persons/index.ts'

const PAGE = 50

/** People in the shapes of clients that exist already. */
export function existingClientRoutes(serve: Serve): void {
  for (const call of [calls.getMembersBasicInfo, calls.getPeopleBasicInfo])
    serve(call, ({ query, read }) =>
      read(async (tx) =>
        (await selectNumbered(tx, pageOf(query.page))).map(({ id, firstName, lastName, email, phone }) => ({
          id,
          firstName,
          lastName,
          email,
          mobilePhone: phone,
        })),
      ),
    )
  serve(calls.getAllGroupBasicInformation, ({ read }) =>
    read(async (tx) => (await listGroups(tx)).map(({ id, name }) => ({ id, name }))),
  )
  figures(serve)
}

function figures(serve: Serve): void {
  serve(calls.getPeopleClassification, () =>
    Promise.resolve(personKind.options.map((kind, index) => ({ id: index + 1, name: kindNames[kind] }))),
  )
  serve(calls.dashboardBasic, ({ caller: { church, units }, read }) =>
    read(async (tx) => {
      const { member: members, first_timer: firstTimers, new_convert: newConverts } = await countKinds(tx)
      const { planName: description, membershipSize, expiresOn: subscriptionExpiration } = church
      const people = { members, firstTimers, newConverts, total: members + firstTimers + newConverts }
      const subscription = { description, membershipSize, subscriptionExpiration }
      return { returnObject: { ...people, smsBalance: units, subscription } }
    }),
  )
  for (const call of [calls.dashboardCelebrations, calls.dashboardAttendance])
    serve(call, () => Promise.resolve({ returnObject: [] }))
}

const kindNames = { member: 'Member', first_timer: 'First Timer', new_convert: 'New Convert' } as const

const pageOf = (page = 1) => ({ offset: (Math.max(page, 1) - 1) * PAGE, limit: PAGE })
