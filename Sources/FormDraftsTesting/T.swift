import FormDrafts
