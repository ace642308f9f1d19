-- A merge gives a member who was no newcomer the card of the other one. When the merge is undone, that card is deleted.
grant delete on newcomer to narthex_app;
