public import FormDrafts
