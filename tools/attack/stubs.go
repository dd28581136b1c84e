package main
func attackTexts(s *session){}
func attackBinaries(s *session){}
func attackELF(s *session){}
func attackFolders(s *session){}
func attackKill(s *session){}
func attackBombs(s *session){}
func attackCalls(s *session){}
