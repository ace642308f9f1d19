import type { PersonKind } from '#contract/people/persons.ts'

/** People of the big demo church whom its screens, pictures and guides name. */
export type KnownPerson = {
  firstName: string
  lastName: string
  mail: string | null
  phone: string
  kind: PersonKind
  groups: string[]
}

const person = (
  [firstName, lastName]: [string, string],
  mail: string | null,
  phone: string,
  groups: string[] = [],
): KnownPerson => ({
  firstName,
  lastName,
  mail,
  phone,
  kind: 'member',
  groups,
})

export const knownPeople: KnownPerson[] = [
  person(['Adébáyọ̀', 'Ọlátúnjí'], 'adebayo.o', '+2348031234567', ['Choir', 'Fathers']),
  { ...person(['Amélie', 'N’Diaye'], 'amelie.nd', '+221775120841', ['Alpha course']), kind: 'first_timer' },
  { ...person(['Chidịnma', 'Ọkáfọ̀r'], null, '+2348164402091'), kind: 'first_timer' },
  person(['Danladi', 'Ɗanjuma'], 'd.danjuma', '+2348097771530', ['Ushers']),
  person(['Efua', 'Mensah-Bonsu'], 'efua', '+233244186602', ['Choir', 'Follow-up team']),
  { ...person(['Fátímà', 'Yakubu'], null, '+2347013058874'), kind: 'new_convert' },
  person(['Grace Wanjirũ', 'Kamau'], 'grace.w', '+254722019553', ['Choir']),
  person(['Ìfẹ́olúwa', 'Adéyẹmí'], 'ife.a', '+2348056129940', ['Media', 'Teens']),
  { ...person(['João', 'Baptista'], 'joao.b', '+244923554310', ['Alpha course']), kind: 'first_timer' },
  person(['Kẹ́hìndé', 'Ṣówándé'], null, '+2348132004417', ['Toddlers helpers']),
  person(['Obinna', 'Nwáchukwu'], 'obinna', '+2347069812265', ['Fathers', 'Ushers']),
  { ...person(['Zainab', 'Ƙofarmata'], 'zainab.k', '+2348024473391'), kind: 'new_convert' },
]
