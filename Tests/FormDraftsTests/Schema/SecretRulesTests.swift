import FormDrafts
import Testing

@Suite struct SecretRulesTests {
  @Test(arguments: [
    "password", "Password", "PASSWORD", "newPassword", "new_password", "new-password",
    "new.password", "new password", "password2", "passwordConfirm", "confirmpassword",
    "user-passwd", "passphrase", "PassCode", "passWord", "pass_phrase", "clientSecret",
    "secretQuestion", "otp", "otpCode",
    "OTPcode", "userOTP", "CVV", "CVV2", "cvc", "card-csc", "cardNumber", "card_number",
    "creditCardNumber", "CardNumber", "card2Number", "cardNumberLabel", "cardnumber", "apiKey",
    "APIKey", "APIKEY", "api key", "apiKey2", "x-api-key", "accessToken", "access_token",
    "refreshToken", "authToken", "AUTH_TOKEN", "pin", "PIN", "_pin", "token", "Token",
    "passwords", "apiKeys", "secrets", "日本Password", "password（必填）", "año_password",
    "ssn password (again)", "pwd", "userPwd", "PWD2", "securityCode", "card_security_code",
    "securitycode", "privateKey", "private-key", "apiToken", "APIToken", "accessCode",
    "verification_code", "authenticationCode", "authCode", "MFACode", "recoveryCodes",
    "backup-codes", "backupcode", "securityAnswer", "security_answer2",
  ])
  func `A name with the word of a secret is one`(name: String) {
    #expect(SecretRules.isSecretName(name))
  }

  @Test(arguments: [
    "passport", "passportNumber", "secretary", "passwordless", "pinned", "pinCode", "shipping",
    "shippingPin", "tokenize", "tokens", "pins", "idToken", "discardNumber", "discardnumber",
    "card", "number", "cardHolderNumber", "numberCard", "keyApi", "key", "apiUrlKey", "access",
    "hotpot", "cvvless", "bypass", "bypassCode", "wordPass", "compass", "authorToken", "name", "",
    "0", "~*", "é", "opt",
    "description", "desc", "ccv", "accessTokenless", "security", "postalCode", "privateNote",
    "keyPrivate", "pwdless", "socialSecurity", "code", "countryCode", "codeAccess", "answer",
    "recovery", "backup", "verification",
  ])
  func `A name that only looks alike is none`(name: String) {
    #expect(!SecretRules.isSecretName(name))
  }

  @Test func `Retention in so many words comes before content kind, content kind before name`() {
    typealias Field = DraftSchema.Field
    #expect(Field("password", .text).effectiveRetention == .secret)
    #expect(Field("password", .text, retention: .kept).effectiveRetention == .kept)
    #expect(Field("password", .text, retention: .transient).effectiveRetention == .transient)
    #expect(Field("name", .text).effectiveRetention == .kept)
    #expect(Field("name", .text, retention: .secret).effectiveRetention == .secret)
    #expect(Field("code", .text, contentKind: .oneTimeCode).effectiveRetention == .secret)
    #expect(
      Field("code", .text, retention: .kept, contentKind: .oneTimeCode).effectiveRetention
        == .kept)
  }

  @Test func `Only the last name is judged, and an item by the name of its list`() {
    typealias Field = DraftSchema.Field
    #expect(Field("/password/hint", .text).effectiveRetention == .kept)
    #expect(Field("/people/~*/password", .text).effectiveRetention == .secret)
    #expect(Field("/passwords/~*", .text).effectiveRetention == .secret)
    #expect(Field("/passwords/~*/0", .text).effectiveRetention == .secret)
    #expect(Field("/names/~*", .text).effectiveRetention == .kept)
    #expect(Field("/a~1password", .text).effectiveRetention == .secret)
  }
}
