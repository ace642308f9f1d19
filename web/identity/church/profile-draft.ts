import type { ChurchProfile } from '#contract/identity/church.ts'

/** The profile as it is being typed. */
export type ProfileDraft = {
  churchName: string
  slug: string
  pastorName: string
  city: string
  isoCode: string
  timeZone: string
}

/** What the form begins with. */
export const draftOf = ({ name, slug, pastorName, city, isoCode, timeZone }: ChurchProfile): ProfileDraft => ({
  churchName: name,
  slug: slug ?? '',
  pastorName: pastorName ?? '',
  city: city ?? '',
  isoCode,
  timeZone,
})
