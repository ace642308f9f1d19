import { readChurch, readPicture, removeLogo, updateChurch, uploadLogo } from '#contract/identity/church.ts'
import { checkSlug, getAllCountries, listCountries } from '#contract/identity/countries.ts'
import type { House } from '#server/platform/house.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { listCountries as countries } from '../countries/countries.ts'
import { pictureUrl, preparePicture } from '../pictures/pictures.ts'
import { readPicture as showPicture } from '../pictures/read-picture.ts'
import { changeLogo } from './change-logo.ts'
import { readProfile, updateChurch as update } from './church-profile.ts'
import { serveExistingClients } from './existing-clients.ts'
import { suggestSlug } from './suggest-slug.ts'

/** The church itself: profile, logo, address, and the countries it may be in. */
export function serveChurch(serve: Serve, house: House): void {
  const { database } = house
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
  serveExistingClients(serve, house)
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
