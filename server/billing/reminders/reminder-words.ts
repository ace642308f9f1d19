type About = { churchName: string; day: string; daysLeft: number; isTrial: boolean }

type Sentences = { subject: (about: About) => string; text: (about: About) => string; works: string }

type Words = {
  hello: (name: string) => string
  before: Sentences
  after: Sentences
  charge: (charge: { card: string; takenOn: string }) => string
  button: string
  closing: string
}

const inEnglish = ({ isTrial }: About): string => (isTrial ? 'trial' : 'subscription')

function whenEnglish(daysLeft: number): string {
  if (daysLeft === 0) return 'today'
  return daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`
}

function whenFrench(daysLeft: number): string {
  if (daysLeft === 0) return 'aujourd’hui'
  return daysLeft === 1 ? 'demain' : `dans ${daysLeft} jours`
}

const inFrench = ({ isTrial }: About): string => (isTrial ? 'période d’essai' : 'abonnement')

/** What churches are told of the end of their subscription. */
export const reminderWords: Record<'en' | 'fr', Words> = {
  en: {
    hello: (name) => `Hello ${name},`,
    before: {
      subject: (about) => `Your ${inEnglish(about)} ends ${whenEnglish(about.daysLeft)}`,
      text: (about) =>
        `The ${inEnglish(about)} of ${about.churchName} ends ${whenEnglish(about.daysLeft)}, at the end of ${about.day}.`,
      works:
        'After that day most screens close until you renew. You can still subscribe, send SMS and buy units, and children can always be checked out. Nothing is deleted.',
    },
    after: {
      subject: (about) => `Your ${inEnglish(about)} ended on ${about.day}`,
      text: (about) => `The ${inEnglish(about)} of ${about.churchName} ended on ${about.day}. Most screens are closed.`,
      works:
        'You can still subscribe, send SMS and buy units, and children can always be checked out. Nothing was deleted, and everything opens again as soon as you renew.',
    },
    charge: ({ card, takenOn }) =>
      `Automatic renewal is on: we charge ${card} on ${takenOn}. You do not have to do anything.`,
    button: 'Renew now',
    closing: 'We write 7 and 2 days before the end, on the last day, and 3, 7 and 14 days after it, until you renew.',
  },
  fr: {
    hello: (name) => `Bonjour ${name},`,
    before: {
      subject: (about) => `Votre ${inFrench(about)} se termine ${whenFrench(about.daysLeft)}`,
      text: (about) =>
        `${about.churchName} : votre ${inFrench(about)} se termine ${whenFrench(about.daysLeft)}, à la fin du ${about.day}.`,
      works:
        'Ensuite, la plupart des écrans se ferment jusqu’au renouvellement. Vous pouvez toujours vous abonner, envoyer des SMS et acheter des unités, et la sortie des enfants reste toujours possible. Rien n’est supprimé.',
    },
    after: {
      subject: (about) => `Votre ${inFrench(about)} s’est terminé${about.isTrial ? 'e' : ''} le ${about.day}`,
      text: (about) =>
        `${about.churchName} : votre ${inFrench(about)} s’est terminé${about.isTrial ? 'e' : ''} le ${about.day}. La plupart des écrans sont fermés.`,
      works:
        'Vous pouvez toujours vous abonner, envoyer des SMS et acheter des unités, et la sortie des enfants reste toujours possible. Rien n’a été supprimé, et tout s’ouvre de nouveau dès que vous renouvelez.',
    },
    charge: ({ card, takenOn }) =>
      `Le renouvellement automatique est activé : nous débitons ${card} le ${takenOn}. Vous n’avez rien à faire.`,
    button: 'Renouveler maintenant',
    closing:
      'Nous écrivons 7 et 2 jours avant la fin, le dernier jour, puis 3, 7 et 14 jours après, jusqu’au renouvellement.',
  },
}
