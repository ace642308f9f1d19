import { i18n } from './activate.ts'
import en from './en/registering.json'
import fr from './fr/registering.json'

/** What the portal says where a family registers, and of whom came: imported there, so that it comes with these screens. */
i18n.load({ en, fr })
