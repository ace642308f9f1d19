import type { EmailChoice } from './use-link.ts'

/** What the page behind a link says, in the visitor's language: the page is made here, so that any phone can show it. */
type Words = {
  title: string
  askTitle: (church: string) => string
  askText: (ending: string) => string
  stays: string
  stop: string
  doneTitle: string
  doneText: (church: string, ending: string) => string
  undo: string
  undoHint: string
  otherWay: (church: string) => string
  noneTitle: string
  noneText: string
  manyTitle: string
  manyText: string
  chooseTitle: (church: string) => string
  chooseText: (address: string, now: string) => string
  choices: Record<EmailChoice, string>
  emailDone: (church: string, address: string) => string
}

/** The first is for whoever speaks none of them. */
export const pageLanguages = ['en', 'fr'] as const
export type PageLanguage = (typeof pageLanguages)[number]

export const pageWords: Readonly<Record<PageLanguage, Words>> = {
  en: {
    title: 'Stop messages',
    askTitle: (church) => `Stop messages from ${church}?`,
    askText: (ending) =>
      `The number ending in ${ending} and everybody who has it will get no more group messages from this church: no SMS, no email, no push notifications.`,
    stays: 'Codes, receipts and calls about your child at check-in still reach you.',
    stop: 'Stop messages',
    doneTitle: 'You will get no more messages',
    doneText: (church, ending) => `Group messages from ${church} to the number ending in ${ending} are stopped.`,
    undo: 'Undo',
    undoHint: 'Pressed by mistake?',
    otherWay: (church) => `To get them again, reply START to a message, or ask ${church}.`,
    noneTitle: 'This link does not work',
    noneText:
      'Part of it may be missing. Open the link in the message again, or reply STOP to the message. You can also ask your church to stop its messages.',
    manyTitle: 'Too many attempts',
    manyText: 'Wait a few minutes and try again, or reply STOP to the message.',
    chooseTitle: (church) => `What would you like to receive from ${church}?`,
    chooseText: (address, now) => `Emails to ${address}. At present: ${now}.`,
    choices: { all: 'All emails', events: 'Only events', prayer: 'Only prayer', none: 'No messages' },
    emailDone: (church, address) =>
      `Group messages from ${church} to ${address}, and to everybody who has this address, are stopped.`,
  },
  fr: {
    title: 'Arrêter les messages',
    askTitle: (church) => `Arrêter les messages de ${church} ?`,
    askText: (ending) =>
      `Le numéro qui se termine par ${ending}, et toutes les personnes qui l’utilisent, ne recevront plus de messages groupés de cette église : ni SMS, ni e-mail, ni notifications.`,
    stays: 'Les codes, les reçus et les appels au sujet de votre enfant vous parviendront toujours.',
    stop: 'Arrêter les messages',
    doneTitle: 'Vous ne recevrez plus de messages',
    doneText: (church, ending) =>
      `Les messages groupés de ${church} au numéro qui se termine par ${ending} sont arrêtés.`,
    undo: 'Annuler',
    undoHint: 'C’était une erreur ?',
    otherWay: (church) => `Pour les recevoir à nouveau, répondez START à un message ou adressez-vous à ${church}.`,
    noneTitle: 'Ce lien ne fonctionne pas',
    noneText:
      'Il en manque peut-être une partie. Ouvrez à nouveau le lien du message, ou répondez STOP au message. Vous pouvez aussi demander à votre église d’arrêter ses messages.',
    manyTitle: 'Trop de tentatives',
    manyText: 'Patientez quelques minutes et réessayez, ou répondez STOP au message.',
    chooseTitle: (church) => `Que souhaitez-vous recevoir de ${church} ?`,
    chooseText: (address, now) => `E-mails envoyés à ${address}. Actuellement : ${now}.`,
    choices: {
      all: 'Tous les e-mails',
      events: 'Seulement les événements',
      prayer: 'Seulement la prière',
      none: 'Aucun message',
    },
    emailDone: (church, address) =>
      `Les messages groupés de ${church} à ${address}, et à toutes les personnes qui utilisent cette adresse, sont arrêtés.`,
  },
}
