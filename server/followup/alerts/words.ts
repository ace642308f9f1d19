/** What is told to one of the staff. */
type What = 'reminder' | 'handed_on' | 'taken_over'
type Language = 'en' | 'fr'

type Facts = { name: string; instructions: string; due: string }
type Words = {
  hello: (firstName: string) => string
  open: string
  titles: Record<What, string>
  said: Record<What, (facts: Facts) => string>
}

/** A locked screen names nobody, so titles do not either. */
export const words: Record<Language, Words> = {
  en: {
    hello: (firstName) => `Hello ${firstName},`,
    open: 'Open',
    titles: {
      reminder: 'A follow-up task is due soon',
      handed_on: 'Somebody you follow up was handed on',
      taken_over: 'There is somebody new for you to follow up',
    },
    said: {
      reminder: ({ instructions, name, due }) => `${instructions} (${name})${due && `, due ${due}`}`,
      handed_on: ({ name }) =>
        `Nobody did anything about ${name} for a while, so your deputy or the team takes over. Your notes and the history stay.`,
      taken_over: ({ name }) =>
        `Nobody did anything about ${name} for a while. From now on they are yours, with all notes and the history.`,
    },
  },
  fr: {
    hello: (firstName) => `Bonjour ${firstName},`,
    open: 'Ouvrir',
    titles: {
      reminder: 'Une tâche de suivi arrive à échéance',
      handed_on: 'Une personne que vous suiviez a été confiée à quelqu’un d’autre',
      taken_over: 'Vous avez une nouvelle personne à suivre',
    },
    said: {
      reminder: ({ instructions, name, due }) => `${instructions} (${name})${due && `, pour le ${due}`}`,
      handed_on: ({ name }) =>
        `Rien n’a été fait pour ${name} depuis un moment : la personne qui vous remplace ou l’équipe prend la suite. Vos notes et l’historique restent.`,
      taken_over: ({ name }) =>
        `Rien n’a été fait pour ${name} depuis un moment. Vous prenez la suite, avec toutes les notes et l’historique.`,
    },
  },
}

/** The time on the church's clocks: 3 May 2026 at 17:00. */
export const dueText = (due: Date | null, timeZone: string, language: Language): string =>
  due === null
    ? ''
    : due.toLocaleString(language === 'fr' ? 'fr-FR' : 'en-GB', { timeZone, dateStyle: 'long', timeStyle: 'short' })
