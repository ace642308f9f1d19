import {
  readChurch,
  readPicture,
  removeLogo,
  updateChurch,
  uploadLogo,
  type ChurchProfile,
  type updateChurch as call,
} from '#contract/identity/church.ts'
import { checkSlug, getAllCountries, listCountries } from '#contract/identity/countries.ts'
import { announcement } from '../../platform/announcements.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, type Actor, type Caller, ApiError } from '../../platform/http/index.ts'
import { listCountries as countries, findCountry, placeOf } from './countries.ts'
import {
  pictureUrl,
  preparePicture,
  readPicture as showPicture,
  readSignedPicture as showSigned,
  signedAddress,
  deletePicture,
  insertPicture,
} from '../pictures/index.ts'
import { randomInt } from 'node:crypto'
import type { Tx } from '../../platform/database/index.ts'
import { takeAttempts, networkOf } from '../rate-limits/index.ts'
import {
  findFreeSlugs,
  lockProfile,
  saveLogo,
  findProfile,
  hasPaidOrWaits,
  saveProfile,
  type Profile,
  findChurch,
} from './church-store.ts'
import { isReserved, slugOf, slugsNear } from './slugs.ts'
import { claimSlug } from './open-church.ts'
import { audit } from '../audit/index.ts'
import type { Received, Answer } from '#contract/endpoint.ts'
import {
  getBranches,
  getBranchesBasicInformation,
  getChurchProfileById,
  getChurchUsers,
  readSignedPicture,
} from '#contract/identity/existing-clients.ts'
import { staffAuthenticator } from '../sessions/index.ts'
import { findStaff } from '../staff/index.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const USERS_MOST = 500

/** The church in the shapes of clients that exist already. */
function serveExistingClients(serve: Serve, context: AppContext): void {
  const { database, config } = context
  // Open to everybody, it tells the church's own staff more.
  const { identify: whoCalls } = staffAuthenticator(context)
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

/** The church has another time zone. What was promised by its clocks is kept by the new ones. */
export const churchMoved = announcement<{ from: string; to: string }>()

/** The profile of the caller's church. */
const readProfile = async (tx: Tx, { tenantId }: Caller): Promise<ChurchProfile> =>
  present(await findProfile(tx, tenantId))

/**
 * Changes the profile; the currency follows the country. Throws `invalid_input` for a zone that is not the country's
 * and for another country of a church that pays, and `slug_taken`.
 */
async function update(
  tx: Tx,
  { tenantId }: Caller,
  { body, actor, at }: { body: Received<typeof call>['body']; actor: Actor; at: Date },
): Promise<ChurchProfile> {
  const { slug, ...given } = body
  const before = await lockProfile(tx, tenantId)
  // Prices follow the country: nobody moves to where they are lower.
  if (given.isoCode !== before.isoCode && (await hasPaidOrWaits(tx)))
    throw new ApiError('invalid_input', { fields: { isoCode: 'Ask support to change the country.' } })
  const after = { ...given, ...placeFor(given, before), pastorName: given.pastorName || null, city: given.city || null }
  if (slug !== before.slug) await claimSlug(tx, slug)
  await saveProfile(tx, tenantId, after)
  if (after.timeZone !== before.timeZone) await churchMoved.announce(tx, { from: before.timeZone, to: after.timeZone })
  const profile: Profile = { ...before, ...after, slug }
  const fields = (Object.keys(profile) as (keyof Profile)[]).filter((field) => profile[field] !== before[field])
  if (fields.length > 0) await audit(tx, tenantId, actor, { act: 'church.profile_changed', details: { fields }, at })
  return present(profile)
}

/** A place that stays as it is is not looked at: a church may have been made with a zone that we do not list. */
function placeFor(
  { isoCode, timeZone }: { isoCode: string; timeZone: string },
  before: Profile,
): Pick<Profile, 'isoCode' | 'timeZone' | 'currency'> {
  const isSame = isoCode === before.isoCode && timeZone === before.timeZone
  if (isSame) return { isoCode, timeZone, currency: before.currency }
  const place = placeOf({ isoCode, timeZone })
  return isoCode === before.isoCode ? { ...place, currency: before.currency } : place
}

const present = ({ logoId, ...profile }: Profile): ChurchProfile => ({ ...profile, logoUrl: pictureUrl(logoId) })

/** Puts a prepared picture in the place of the logo, or none; the former picture is deleted. Answers the new one's id. */
async function changeLogo(
  tx: Tx,
  { tenantId, accountId }: Caller,
  { bytes, actor, at }: { bytes: Buffer | null; actor: Actor; at: Date },
): Promise<string | null> {
  const { logoId: before } = await lockProfile(tx, tenantId)
  if (!bytes && !before) return null
  const logoId = bytes && (await insertPicture(tx, tenantId, { bytes, addedBy: accountId, at }))
  await saveLogo(tx, tenantId, logoId)
  if (before) await deletePicture(tx, before)
  await audit(tx, tenantId, actor, { act: 'church.logo_changed', details: { removed: logoId === null }, at })
  return logoId
}

const RANDOM_MOST = 1_000_000

type SlugQuestion = { name: string; ip: string; at: Date }

/** A free slug for a church's name, and whether it is the one that the name itself gives. Throws `too_many_tries`. */
async function suggestSlug(tx: Tx, { name, ip, at }: SlugQuestion): Promise<{ slug: string; free: boolean }> {
  await takeAttempts(tx, [{ kind: 'slugAddress', who: networkOf(ip) }], at)
  const wanted = slugOf(name)
  const [free] = await findFreeSlugs(tx, slugsNear(wanted))
  const slug = free ?? `${wanted.slice(0, 50).replace(/-+$/, '')}-${randomInt(RANDOM_MOST)}`
  return { slug, free: slug === wanted && !isReserved(wanted) }
}

/** The church itself: profile, logo, address, and the countries it may be in. */
export function serveChurch(serve: Serve, context: AppContext): void {
  const { database } = context
  serve(listCountries, async () => [...countries()])
  serve(getAllCountries, async () =>
    countries().map(({ id, name, currency, isoCode }) => ({ id, name, currency, isoCode })),
  )
  serve(checkSlug, ({ query, request, at }) =>
    database.withoutTenant((tx) => suggestSlug(tx, { ...query, ip: request.ip, at })),
  )
  serve(readChurch, ({ caller, transact }) => transact((tx) => readProfile(tx, caller)))
  serve(updateChurch, ({ caller, body, actor, at, transact }) =>
    transact((tx) => update(tx, caller, { body, actor, at })),
  )
  servePictures(serve)
  serveExistingClients(serve, context)
}

function servePictures(serve: Serve): void {
  serve(uploadLogo, async ({ caller, upload, actor, at, transact }) => {
    const bytes = await preparePicture(upload, 'logo')
    const logoId = await transact((tx) => changeLogo(tx, caller, { bytes, actor, at }))
    return { logoUrl: pictureUrl(logoId) ?? '' }
  })
  serve(removeLogo, async ({ caller, actor, at, transact }) => {
    await transact((tx) => changeLogo(tx, caller, { bytes: null, actor, at }))
    return { logoUrl: null }
  })
  serve(readPicture, ({ params, transact }) => transact((tx) => showPicture(tx, params.id)))
}
