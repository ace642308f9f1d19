import { i18n } from './activate.ts'
import en from './en/notified.json'
import fr from './fr/notified.json'

/** What the portal says of notifications on the own phone: imported there, so that it comes with these screens. */
i18n.load({ en, fr })
