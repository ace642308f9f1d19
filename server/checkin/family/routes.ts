import * as calls from '#contract/checkin/family.ts'
import { preparePicture, shownAddress } from '#server/identity/index.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { addMember } from './add-member.ts'
import { changeCode } from './change-code.ts'
import { editMember } from './edit-member.ts'
import { editProfile } from './edit-profile.ts'
import { lookUps, roleList } from './lookups.ts'
import { readGuardians, readOwnFamily } from './read-own-family.ts'
import { shownFamily, shownMember } from './present-family.ts'
import { readFamilyPicture } from './read-picture.ts'
import { removeMember } from './remove-member.ts'
import { uploadPicture } from './upload-picture.ts'

export function familyRoutes(serve: Serve, { config }: House): void {
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
