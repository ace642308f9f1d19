import * as calls from '#contract/checkin/family.ts'
import { preparePicture, shownAddress, insertPicture, takeAttempts, findPicture, audit } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { type Serve, type GuardianCaller, ApiError, type Download } from '../../platform/http/index.ts'
import { addMember, editMember, removeMember } from './change-members.ts'
import { editProfile } from './edit-profile.ts'
import {
  readGuardians,
  readOwnFamily,
  shownFamily,
  shownMember,
  changeableFamily,
  refuseForeign,
} from './own-family.ts'
import type { Tx } from '../../platform/database/index.ts'
import { familyPictureUrl } from './pictures.ts'
import { keepUploaded, mayBeSeen } from './picture-store.ts'
import {
  genderIds,
  type getAllLookUps,
  type getFamilyRoles,
  type changeUniqueCode as call,
} from '#contract/checkin/family.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { followupLookUps } from '#contract/followup/look-ups.ts'
import { familyRoles } from '#contract/people/families.ts'
import { maritalStatus } from '#contract/people/persons.ts'
import { selectOwnFamily, selectFamily } from './family-store.ts'
import { lockFamilyCodes, saveFamilyCode } from '../../people/index.ts'
import type { Writing } from './family-writer.ts'

const SHAPE = /^[0-9A-Z]{7,20}$/

/**
 * Gives the own family another code, by which a station finds it. Existing clients show `response`: one that is taken, is
 * no code, or does not follow the present one is told in it. Throws `not_found`, `not_allowed`, `too_many_tries`.
 */
async function changeCode(
  tx: Tx,
  { guardian, actor, at }: Writing,
  body: Received<typeof call>['body'],
): Promise<Answer<typeof call>> {
  const { familyId: id } = await changeableFamily(tx, guardian.personId)
  refuseForeign(body.familyId, id)
  refuseForeign(body.tenantId, guardian.tenantId)
  // Which codes others have is nothing to try out.
  await takeAttempts(tx, [{ kind: 'familyCode', who: guardian.accountId }], at)
  const [before, code] = [body.oldCode, body.newCode].map((typed) => typed.trim().toUpperCase()) as [string, string]
  if (!SHAPE.test(code)) return { status: false, response: 'Use 7 to 20 letters and digits.' }
  await lockFamilyCodes(tx, guardian.tenantId)
  const family = await selectFamily(tx, id)
  if (family?.code === code) return { status: true, response: 'Your code has been changed.' }
  if (family?.code !== before) return { status: false, response: 'This is not your current code.' }
  if (!(await saveFamilyCode(tx, { id, code }))) return { status: false, response: 'Another family has this code.' }
  await audit(tx, guardian.tenantId, actor, { act: 'family.changed', subjectId: id, details: { fields: ['code'] }, at })
  return { status: true, response: 'Your code has been changed.' }
}

/** A picture never changes under its address. */
const KEEP_SECONDS = 365 * 24 * 60 * 60

/** A picture that a guardian may see. Throws `not_found` for any other, as for one that is not there. */
async function readFamilyPicture(tx: Tx, { personId, accountId }: GuardianCaller, id: string): Promise<Download> {
  const family = await selectOwnFamily(tx, personId)
  const guardian = { personId, accountId, familyId: family?.familyId ?? null }
  const picture = (await mayBeSeen(tx, id, guardian)) && (await findPicture(tx, id))
  if (!picture) throw new ApiError('not_found')
  const { bytes: body, contentType } = picture
  return { fileName: `${id}.webp`, contentType, body, inline: true, cacheSeconds: KEEP_SECONDS }
}

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Roles in a family, by the numbers and names that existing clients know. */
const roleList: Answer<typeof getFamilyRoles> = Object.entries(familyRoles).map(([name, id]) => ({
  id,
  name: titled(name),
}))

/** What may be chosen from. */
const lookUps: Answer<typeof getAllLookUps> = [
  { type: 'Gender', lookUps: Object.entries(genderIds).map(([name, id]) => ({ id, value: titled(name) })) },
  {
    type: 'MaritalStatus',
    lookUps: maritalStatus.options.map((status, index) => ({ id: index + 1, value: titled(status) })),
  },
  ...followupLookUps,
]

/** Keeps a prepared portrait that is nobody's yet; answers its address. Throws `too_many_tries`. */
async function uploadPicture(
  tx: Tx,
  { tenantId, accountId }: GuardianCaller,
  { bytes, at }: { bytes: Buffer; at: Date },
): Promise<{ pictureUrl: string }> {
  await takeAttempts(tx, [{ kind: 'guardianPicture', who: accountId }], at)
  const pictureId = await insertPicture(tx, tenantId, { bytes, addedBy: accountId, at })
  await keepUploaded(tx, tenantId, { pictureId, accountId, at })
  return { pictureUrl: familyPictureUrl(pictureId) ?? '' }
}

export function familyRoutes(serve: Serve, { config }: AppContext): void {
  serve(calls.getFamilyRoles, () => Promise.resolve(roleList))
  serve(calls.getAllLookUps, () => Promise.resolve(lookUps))
  for (const call of [calls.readOwnFamily, calls.readFamilyByMember])
    serve(call, ({ guardian, query, request, at, read }) => {
      const shown = shownAddress(config, { request, tenantId: guardian.tenantId, at })
      return read(async (tx) => shownFamily(await readOwnFamily(tx, guardian, query.personId), shown))
    })
  serve(calls.familyGuardians, ({ guardian, query, request, at, transact }) => {
    const shown = shownAddress(config, { request, tenantId: guardian.tenantId, at })
    return transact(async (tx) => {
      const { returnObject } = await readGuardians(tx, guardian, query.familyId)
      return { returnObject: returnObject.map((member) => shownMember(member, shown)) }
    })
  })
  serve(calls.changeUniqueCode, ({ body, transact, ...writing }) => transact((tx) => changeCode(tx, writing, body)))
  serve(calls.addFamilyMember, ({ body, transact, ...writing }) => transact((tx) => addMember(tx, writing, body)))
  serve(calls.editFamilyMember, ({ body, transact, ...writing }) => transact((tx) => editMember(tx, writing, body)))
  serve(calls.removeFamilyMember, ({ query, transact, ...writing }) =>
    transact((tx) => removeMember(tx, writing, query.id)),
  )
  serve(calls.editFamilyProfile, ({ body, transact, ...writing }) => {
    const { guardian, request, at } = writing
    const shown = shownAddress(config, { request, tenantId: guardian.tenantId, at })
    return transact(async (tx) => shownFamily(await editProfile(tx, writing, body), shown))
  })
  serve(calls.uploadProfilePicture, async ({ upload, guardian, request, at, transact }) => {
    const bytes = await preparePicture(upload, 'portrait')
    const { pictureUrl } = await transact((tx) => uploadPicture(tx, guardian, { bytes, at }))
    return { pictureUrl: shownAddress(config, { request, tenantId: guardian.tenantId, at })(pictureUrl) ?? '' }
  })
  serve(calls.readFamilyPicture, ({ params, guardian, transact }) =>
    transact((tx) => readFamilyPicture(tx, guardian, params.id)),
  )
}
