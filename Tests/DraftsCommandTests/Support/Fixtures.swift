/// Definitions and answers that many tests use.
enum Fixtures {
  /// A form of two steps in the format of Formhaus, with a secret.
  static let signup = """
    {
      "id": "signup", "title": "Sign up", "submit": {"action": "/signup"},
      "steps": [
        {"id": "account", "title": "Account", "fields": [
          {"key": "email", "type": "email", "label": "E-mail", "validation": {"required": true}},
          {"key": "password", "type": "password", "label": "Password"}
        ]},
        {"id": "about", "title": "About you", "fields": [
          {"key": "name", "type": "text", "label": "Name"},
          {"key": "country", "type": "select", "label": "Country", "options": [
            {"value": "no", "label": "Norway"}, {"value": "ch", "label": "Switzerland"}
          ]},
          {"key": "news", "type": "checkbox", "label": "Newsletter"}
        ]}
      ]
    }
    """

  static let secret = "hunter2-Kestrel-Zq9"

  static let answers = """
    {"email":"ana@example.org","password":"\(secret)","name":"Ana","country":"ch","news":true}
    """

  /// What is left of the answers without the secret.
  static let kept = """
    {"email":"ana@example.org","name":"Ana","country":"ch","news":true}
    """

  /// The sign-up form with more fields and nothing less.
  static let additions = signup.replacing(
    #"{"key": "name", "#,
    with: #"{"key": "nick", "type": "text", "label": "Nick"}, {"key": "name", "#)

  /// The sign-up form without the field `country`, with another type of `news`, without its
  /// second step.
  static let other = signup.replacing(#""key": "country""#, with: #""key": "land""#)
    .replacing(#""type": "checkbox""#, with: #""type": "text""#)
    .replacing(#""id": "about""#, with: #""id": "person""#)
}
