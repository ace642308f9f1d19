import { i18n } from '../languages/index.ts'
import { toast } from '../ui/toasts/index.ts'

/** Whoever was writing when the session ended is told what became of it. */
export function tellOfUnsaved(): void {
  if (document.querySelector('dialog[open] form, form dialog[open], [data-unsaved]'))
    toast.warn(i18n._('ui.session.ended'))
}
