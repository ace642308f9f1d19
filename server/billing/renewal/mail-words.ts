import type { DeclineReason } from '#contract/billing/renewal.ts'

type Announced = { sum: string; takenOn: string; card: string; planName: string; months: number }

type Words = {
  hello: (name: string) => string
  children: string
  announced: {
    subject: (takenOn: string) => string
    text: (about: Announced) => string
    cardEnds: (expiry: string) => string
    nothingToDo: string
    button: string
  }
  declined: {
    subject: (card: string) => string
    reason: Record<DeclineReason, (sum: string, card: string) => string>
    again: (days: string) => string
    never: string
    ends: (day: string) => string
    ended: (day: string) => string
    button: string
  }
}

/** What churches are told of their renewal. */
export const mailWords: Record<'en' | 'fr', Words> = {
  en: {
    hello: (name) => `Hello ${name},`,
    children: 'Children can always be checked out, and you can always subscribe, buy units and send SMS.',
    announced: {
      subject: (takenOn) => `Your subscription renews on ${takenOn}`,
      text: ({ sum, takenOn, card, planName, months }) =>
        `On ${takenOn} we charge ${sum} to ${card} for ${planName}, ${months === 1 ? '1 month' : `${months} months`}.`,
      cardEnds: (expiry) => `This card expires ${expiry}, before that day. Please use another one.`,
      nothingToDo:
        'You do not have to do anything. To use another card or switch automatic renewal off, open Subscription.',
      button: 'Open Subscription',
    },
    declined: {
      subject: (card) => `Payment declined: ${card}`,
      reason: {
        no_money: (sum, card) => `We could not charge ${sum} to ${card}: there is not enough money on it.`,
        bank: (sum, card) => `We could not charge ${sum} to ${card}: the bank declined it.`,
        finished: (sum, card) => `We could not charge ${sum} to ${card}: the bank declined it for good.`,
        plan_too_small: () => 'We could not renew your subscription: your church has more people than the plan allows.',
        no_price: () => 'We could not renew your subscription: your plan is no longer sold.',
      },
      again: (days) => `We try again on ${days}. You can use another card at any time.`,
      never: 'We do not try again. Please pay with another card or by transfer.',
      ends: (day) => `Without a payment your subscription ends on ${day}.`,
      ended: (day) => `Your subscription ended on ${day}.`,
      button: 'Use another card',
    },
  },
  fr: {
    hello: (name) => `Bonjour ${name},`,
    children:
      'La sortie des enfants reste toujours possible, et vous pouvez toujours vous abonner, acheter des unités et envoyer des SMS.',
    announced: {
      subject: (takenOn) => `Votre abonnement se renouvelle le ${takenOn}`,
      text: ({ sum, takenOn, card, planName, months }) =>
        `Le ${takenOn}, nous débitons ${sum} de ${card} pour ${planName}, ${months} mois.`,
      cardEnds: (expiry) => `Cette carte expire ${expiry}, avant cette date. Merci d’en utiliser une autre.`,
      nothingToDo:
        'Vous n’avez rien à faire. Pour changer de carte ou désactiver le renouvellement automatique, ouvrez Abonnement.',
      button: 'Ouvrir Abonnement',
    },
    declined: {
      subject: (card) => `Paiement refusé : ${card}`,
      reason: {
        no_money: (sum, card) => `Nous n’avons pas pu débiter ${sum} de ${card} : la provision est insuffisante.`,
        bank: (sum, card) => `Nous n’avons pas pu débiter ${sum} de ${card} : la banque a refusé.`,
        finished: (sum, card) => `Nous n’avons pas pu débiter ${sum} de ${card} : la banque a refusé définitivement.`,
        plan_too_small: () =>
          'Nous n’avons pas pu renouveler votre abonnement : votre église compte plus de personnes que la formule n’en permet.',
        no_price: () => 'Nous n’avons pas pu renouveler votre abonnement : votre formule n’est plus vendue.',
      },
      again: (days) => `Nous réessayons le ${days}. Vous pouvez utiliser une autre carte à tout moment.`,
      never: 'Nous ne réessayons plus. Merci de payer avec une autre carte ou par virement.',
      ends: (day) => `Sans paiement, votre abonnement se termine le ${day}.`,
      ended: (day) => `Votre abonnement s’est terminé le ${day}.`,
      button: 'Utiliser une autre carte',
    },
  },
}
