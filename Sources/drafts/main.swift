import DraftsCommand

await DraftsCommand.main()
