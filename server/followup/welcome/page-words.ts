import { welcomeLanguages, type WelcomeLanguage } from '#contract/followup/welcome.ts'
import type { Fault } from './answers.ts'

/** What the form says in the visitor's language: the page is made here, so that any phone can show it. */
type Words = {
  /** The language's own name, and the direction of its script. */
  name: string
  direction: 'ltr' | 'rtl'
  languages: string
  title: (church: string) => string
  lead: string
  firstName: string
  lastName: string
  phone: string
  phoneHint: (example: string | null) => string
  sms: (church: string) => string
  smsHint: string
  trap: string
  send: string
  keep: string
  howKept: string
  kept: (church: string) => string
  offlineTitle: string
  offlineText: string
  /** Where every answer is a press. */
  offlineMore: string
  faultTitle: (count: number) => string
  faults: Record<Fault, string>
  thanks: (name: string) => string
  thanksText: string
  moreTitle: string
  moreText: string
  source: string
  /** Of those that every church begins with; what a church calls its own stays. */
  sources: Record<string, string>
  interest: string
  interests: Record<number, string>
  email: string
  emails: (church: string) => string
  emailsHint: string
  emailWrong: string
  save: string
  saved: string
  anotherTitle: string
  anotherText: string
  another: string
  gone: Record<Gone, { title: string; text: string }>
}

/** Why there is no form. */
export type Gone = 'unknown' | 'off' | 'closed' | 'flood'

export const pageWords: Readonly<Record<WelcomeLanguage, Words>> = {
  en: {
    name: 'English',
    direction: 'ltr',
    languages: 'Language',
    title: (church) => `Welcome to ${church}`,
    lead: 'First time here? Three answers are enough.',
    firstName: 'First name',
    lastName: 'Last name',
    phone: 'Phone number',
    phoneHint: (example) => (example ? `Like ${example}. From abroad, start with +` : 'From abroad, start with +'),
    sms: (church) => `${church} may text me`,
    smsHint: 'To see how I am and to invite me. I can stop it at any time.',
    trap: 'Leave this empty',
    send: 'Send',
    keep: 'Only the church sees your answers.',
    howKept: 'How we keep them',
    kept: (church) =>
      `The team of ${church} uses them to greet you and to keep in touch. Nobody else gets them. Ask the church at any time to see, correct or delete them.`,
    offlineTitle: 'No connection right now',
    offlineText: 'Your answers stay on this page. Press Send again in a moment, or tell the person at the door.',
    offlineMore: 'This answer was not sent. Press it again in a moment.',
    faultTitle: (count) => (count === 1 ? 'One answer needs another look' : 'Two answers need another look'),
    faults: {
      firstName: 'Enter your first name',
      phoneMissing: 'Enter your phone number',
      phoneShort: 'Some digits of the phone number are missing',
      phoneWrong: 'This is not a phone number here. Check its digits',
    },
    thanks: (name) => (name ? `Thank you, ${name}` : 'Thank you'),
    thanksText: 'We are glad you came. Your answers have arrived.',
    moreTitle: 'A little more, if you like',
    moreText: 'Each answer is saved when you press it.',
    source: 'How did you hear about us?',
    sources: {},
    interest: 'Would you like to join us?',
    interests: { 0: 'Yes', 2: 'Maybe', 1: 'Only visiting' },
    email: 'Email',
    emails: (church) => `${church} may email me`,
    emailsHint: 'News and invitations. I can stop it at any time.',
    emailWrong: 'This is not an email address. Check it',
    save: 'Save',
    saved: 'Saved',
    anotherTitle: 'Is somebody with you?',
    anotherText: 'Each person can have a form, on the same phone too.',
    another: 'Add another person',
    gone: {
      unknown: {
        title: 'This address does not lead to a church',
        text: 'Part of it may be missing. Scan the poster again, or tell the person at the door.',
      },
      off: {
        title: 'This church does not use the form now',
        text: 'You are welcome all the same. Tell the person at the door that you are here for the first time.',
      },
      closed: {
        title: 'The form is closed right now',
        text: 'You are welcome all the same. Tell the person at the door that you are here for the first time.',
      },
      flood: {
        title: 'Very many answers came from this network',
        text: 'Try again with mobile data, or tell the person at the door that you are here for the first time.',
      },
    },
  },
  fr: {
    name: 'Français',
    direction: 'ltr',
    languages: 'Langue',
    title: (church) => `Bienvenue à ${church}`,
    lead: 'Première visite ? Trois réponses suffisent.',
    firstName: 'Prénom',
    lastName: 'Nom',
    phone: 'Numéro de téléphone',
    phoneHint: (example) =>
      example ? `Par exemple ${example}. De l’étranger, commencez par +` : 'De l’étranger, commencez par +',
    sms: (church) => `${church} peut m’envoyer des SMS`,
    smsHint: 'Pour prendre de mes nouvelles et m’inviter. Je peux arrêter à tout moment.',
    trap: 'Laissez ce champ vide',
    send: 'Envoyer',
    keep: 'Seule l’église voit vos réponses.',
    howKept: 'Ce que nous en faisons',
    kept: (church) =>
      `L’équipe de ${church} s’en sert pour vous accueillir et garder le contact. Personne d’autre ne les reçoit. Vous pouvez demander à l’église de les voir, de les corriger ou de les supprimer.`,
    offlineTitle: 'Pas de connexion pour le moment',
    offlineText: 'Vos réponses restent sur cette page. Réessayez dans un instant, ou parlez à la personne à l’entrée.',
    offlineMore: 'Cette réponse n’est pas partie. Réessayez dans un instant.',
    faultTitle: (count) => (count === 1 ? 'Une réponse est à revoir' : 'Deux réponses sont à revoir'),
    faults: {
      firstName: 'Saisissez votre prénom',
      phoneMissing: 'Saisissez votre numéro de téléphone',
      phoneShort: 'Il manque des chiffres au numéro de téléphone',
      phoneWrong: 'Ce n’est pas un numéro de téléphone d’ici. Vérifiez les chiffres',
    },
    thanks: (name) => (name ? `Merci, ${name}` : 'Merci'),
    thanksText: 'Nous sommes heureux de votre venue. Vos réponses sont arrivées.',
    moreTitle: 'Encore un peu, si vous voulez',
    moreText: 'Chaque réponse est enregistrée quand vous la touchez.',
    source: 'Comment nous avez-vous connus ?',
    sources: { Website: 'Site web', Friend: 'Par un ami', 'Social Media': 'Réseaux sociaux', Flyer: 'Prospectus' },
    interest: 'Voulez-vous nous rejoindre ?',
    interests: { 0: 'Oui', 2: 'Peut-être', 1: 'Simple visite' },
    email: 'E-mail',
    emails: (church) => `${church} peut m’envoyer des e-mails`,
    emailsHint: 'Des nouvelles et des invitations. Je peux arrêter à tout moment.',
    emailWrong: 'Ce n’est pas une adresse e-mail. Vérifiez-la',
    save: 'Enregistrer',
    saved: 'Enregistré',
    anotherTitle: 'Quelqu’un vous accompagne ?',
    anotherText: 'Chaque personne peut remplir le formulaire, aussi sur le même téléphone.',
    another: 'Ajouter une personne',
    gone: {
      unknown: {
        title: 'Cette adresse ne mène à aucune église',
        text: 'Il en manque peut-être une partie. Scannez à nouveau l’affiche, ou parlez à la personne à l’entrée.',
      },
      off: {
        title: 'Cette église n’utilise pas le formulaire en ce moment',
        text: 'Vous êtes quand même bienvenu. Dites à la personne à l’entrée que c’est votre première visite.',
      },
      closed: {
        title: 'Le formulaire est fermé pour le moment',
        text: 'Vous êtes quand même bienvenu. Dites à la personne à l’entrée que c’est votre première visite.',
      },
      flood: {
        title: 'Ce réseau a envoyé un très grand nombre de réponses',
        text: 'Réessayez avec vos données mobiles, ou dites à la personne à l’entrée que c’est votre première visite.',
      },
    },
  },
}

/** The language that was chosen; null: none was, or none of ours. */
export const chosenLanguage = (text: unknown): WelcomeLanguage | null =>
  welcomeLanguages.find((language) => language === text) ?? null
