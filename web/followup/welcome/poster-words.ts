import type { WelcomeLanguage } from '#contract/followup/welcome.ts'

type PosterWords = { name: string; title: string; say: string; scan: string; open: string; door: string }

/** A poster speaks the language of those who pass it, whatever the screen speaks on which it is made. */
export const posterWords: Record<WelcomeLanguage, PosterWords> = {
  en: {
    name: 'English',
    title: 'We are glad you came',
    say: 'First time here? Tell us your name.',
    scan: 'Point your phone’s camera here',
    open: 'or open',
    door: 'No phone with you? Tell the person at the door.',
  },
  fr: {
    name: 'Français',
    title: 'Heureux de vous accueillir',
    say: 'Première visite ? Dites-nous votre nom.',
    scan: 'Visez ce code avec votre téléphone',
    open: 'ou ouvrez',
    door: 'Pas de téléphone ? Parlez à la personne à l’entrée.',
  },
}

/** "Welcome" in languages that are spoken around a church. */
export const greetings = [
  { language: 'yo', text: 'Ẹ káàbọ̀' },
  { language: 'ig', text: 'Nnọọ' },
  { language: 'ha', text: 'Barka da zuwa' },
  { language: 'ak', text: 'Akwaaba' },
  { language: 'fr', text: 'Bienvenue' },
  { language: 'pt', text: 'Bem-vindo' },
  { language: 'sw', text: 'Karibu' },
  { language: 'ar', text: 'أهلاً وسهلاً' },
] as const
