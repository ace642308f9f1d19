/** What mails about money are written in. */
const mailLanguages = ['en', 'fr'] as const
export type MailLanguage = (typeof mailLanguages)[number]

/** Countries of ours whose churches read French, unless somebody has chosen otherwise. */
const FRENCH = new Set('BE BF BI BJ CD CF CG CI DJ FR GA GN GQ HT KM LU MC MG ML NE SN TD TG'.split(' '))

/** Somebody's own language, or else that of the church's country. */
export function mailLanguage(chosen: string | null, isoCode: string): MailLanguage {
  const known = mailLanguages.find((language) => language === chosen)
  return known ?? (FRENCH.has(isoCode) ? 'fr' : 'en')
}
