import type { Answer } from '#contract/endpoint.ts'
import {
  getBranches,
  getBranchesBasicInformation,
  getChurchProfileById,
  getChurchUsers,
  readSignedPicture,
} from '#contract/identity/existing-clients.ts'
import type { House } from '#server/platform/house.ts'
import { ApiError, type Serve } from '#server/platform/http/index.ts'
import { findCountry } from '../countries/countries.ts'
import { readSignedPicture as showSigned, signedAddress } from '../pictures/signed-pictures.ts'
import { identify } from '../sessions/identify.ts'
import { findStaff } from '../staff/staff-list-store.ts'
import { findChurch } from './profile-store.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const USERS_MOST = 500

/** The church in the shapes of clients that exist already. */
export function serveExistingClients(serve: Serve, house: House): void {
  const { database, config } = house
  // Open to everybody, it tells the church's own staff more.
  const whoCalls = identify(house)
  serve(getChurchProfileById, async ({ query, request, at }): Promise<Answer<typeof getChurchProfileById>> => {
    const caller = await whoCalls(request, at)
    const tenantId = (query.tenantId || caller?.tenantId)?.toLowerCase()
    if (!tenantId || !UUID.test(tenantId)) throw new ApiError('not_found')
    const church = await database.withTenant(tenantId, (tx) => findChurch(tx, tenantId))
    if (!church) throw new ApiError('not_found')
    const { name, logoId: pictureId, isoCode, pastorName } = church
    const logo = pictureId && signedAddress(config, { tenantId, pictureId }, at)
    const isStaff = caller?.tenantId === tenantId && !caller.selfService
    return { returnObject: { logo, name, ...(isStaff && { countryID: findCountry(isoCode)?.id ?? 0, pastorName }) } }
  })
  serve(readSignedPicture, async ({ params, reply, at }) => {
    // Pages of other origins show it.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    return showSigned(database, config, params, at)
  })
  for (const call of [getBranches, getBranchesBasicInformation])
    serve(call, ({ caller: { tenantId, church } }) => Promise.resolve([{ id: tenantId, name: church.name }]))
  serve(getChurchUsers, ({ caller: { tenantId }, transact }) =>
    transact(async (tx) => {
      const everybody = { tenantId, words: [], address: null, role: null }
      const staff = await findStaff(tx, everybody, { after: null, limit: USERS_MOST })
      return staff.map(({ id, firstName, lastName, email, roles }) => ({
        id,
        name: `${firstName} ${lastName}`.trim(),
        email,
        roles,
      }))
    }),
  )
}
