import * as calls from '#contract/checkin/family.ts'
import { preparePicture } from '#server/identity/index.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { addMember } from './add-member.ts'
import { editMember } from './edit-member.ts'
import { editProfile } from './edit-profile.ts'
import { lookUps, roleList } from './lookups.ts'
import { readGuardians, readOwnFamily } from './read-own-family.ts'
import { readFamilyPicture } from './read-picture.ts'
import { removeMember } from './remove-member.ts'
import { uploadPicture } from './upload-picture.ts'

export function familyRoutes(serve: Serve): void {
  serve(calls.getFamilyRoles, () => Promise.resolve(roleList))
  serve(calls.getAllLookUps, () => Promise.resolve(lookUps))
  for (const call of [calls.readOwnFamily, calls.readFamilyByMember])
    serve(call, ({ guardian, query, read }) => read((tx) => readOwnFamily(tx, guardian, query.personId)))
  serve(calls.familyGuardians, ({ guardian, query, transact }) =>
    transact((tx) => readGuardians(tx, guardian, query.familyId)),
  )
  serve(calls.addFamilyMember, ({ body, transact, ...writing }) => transact((tx) => addMember(tx, writing, body)))
  serve(calls.editFamilyMember, ({ body, transact, ...writing }) => transact((tx) => editMember(tx, writing, body)))
  serve(calls.removeFamilyMember, ({ query, transact, ...writing }) =>
    transact((tx) => removeMember(tx, writing, query.id)),
  )
  serve(calls.editFamilyProfile, ({ body, transact, ...writing }) => transact((tx) => editProfile(tx, writing, body)))
  serve(calls.uploadProfilePicture, async ({ upload, guardian, at, transact }) => {
    const bytes = await preparePicture(upload, 'portrait')
    return transact((tx) => uploadPicture(tx, guardian, { bytes, at }))
  })
  serve(calls.readFamilyPicture, ({ params, guardian, transact }) =>
    transact((tx) => readFamilyPicture(tx, guardian, params.id)),
  )
}
